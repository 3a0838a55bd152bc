/** Our own map of London: where places, names, bends, the Thames, parks and districts are drawn. */

export const WIDTH = 1000;
export const HEIGHT = 690;
export type Point = [number, number];

export interface Spot {
  at: Point;
  /** Where the name stands from the dot, its lines, and the end of a line that is held. */
  name: { dx: number; dy: number; anchor: "start" | "middle" | "end"; lines: string[] };
}

const spot = (
  at: Point,
  dx: number,
  dy: number,
  anchor: "start" | "middle" | "end",
  ...lines: string[]
): Spot => ({ at, name: { dx, dy, anchor, lines } });

/** By the name of the place. */
export const SPOTS: Record<string, Spot> = {
  "Regent's Park": spot([190, 86], -4, -20, "middle", "Regent’s Park"),
  "Baker Street": spot([92, 196], -17, -3, "end", "Baker", "Street"),
  "Hyde Park": spot([128, 478], -18, 6, "end", "Hyde", "Park"),
  "King's Cross": spot([448, 74], 0, -20, "middle", "King’s Cross"),
  "British Museum": spot([388, 232], 22, -16, "start", "British Museum"),
  "Covent Garden": spot([470, 340], 16, -53, "start", "Covent", "Garden"),
  "Piccadilly Circus": spot([310, 364], 2, -54, "end", "Piccadilly", "Circus"),
  "Trafalgar Square": spot([410, 456], 40, -16, "start", "Trafalgar", "Square"),
  "Buckingham Palace": spot([238, 546], -20, 32, "middle", "Buckingham", "Palace"),
  "Big Ben": spot([426, 572], -8, 32, "middle", "Big Ben"),
  Waterloo: spot([570, 524], -18, 46, "middle", "Waterloo"),
  "Globe Theatre": spot([706, 464], 18, 30, "start", "Globe", "Theatre"),
  "Elephant & Castle": spot([700, 622], 18, 24, "start", "Elephant & Castle"),
  "The Charterhouse": spot([676, 212], -8, -28, "start", "The Charterhouse"),
  "St Paul's": spot([700, 330], -26, -40, "end", "St Paul’s"),
  "Brick Lane": spot([904, 186], 0, -20, "middle", "Brick Lane"),
  "Tower of London": spot([886, 402], 20, -1, "start", "Tower of", "London"),
};

/** How far the middle of a route leaves the straight line, to its left hand (by its two ends). */
export const BENDS: Record<string, number> = {
  "Baker Street|British Museum": 4,
  "Baker Street|Hyde Park": 2,
  "Baker Street|Piccadilly Circus": -16,
  "Regent's Park|King's Cross": -8,
  "King's Cross|The Charterhouse": 18,
  "British Museum|The Charterhouse": -10,
  "Big Ben|Elephant & Castle": -30,
  "Elephant & Castle|Tower of London": -24,
  "Brick Lane|Tower of London": 16,
  "St Paul's|Brick Lane": 6,
  "Globe Theatre|Tower of London": -14,
  "Piccadilly Circus|Hyde Park": -8,
  "Trafalgar Square|Waterloo": -6,
  "The Charterhouse|Brick Lane": 0,
  "Buckingham Palace|Big Ben": -10,
};

/** The middle of the river, from the west to the sea. */
export const THAMES: Point[] = [
  [330, 860],
  [400, 745],
  [474, 672],
  [500, 600],
  [500, 530],
  [518, 480],
  [562, 424],
  [624, 396],
  [694, 396],
  [764, 414],
  [826, 456],
  [900, 478],
  [962, 458],
  [1004, 410],
  [1064, 396],
  [1116, 450],
  [1130, 540],
  [1180, 600],
  [1290, 600],
];

/** Rounded shapes through these points. */
export const PARKS: Point[][] = [
  [
    [118, 30],
    [182, 12],
    [262, 30],
    [286, 84],
    [252, 128],
    [186, 132],
    [126, 110],
    [104, 70],
  ],
  [
    [-60, 436],
    [10, 418],
    [92, 430],
    [158, 440],
    [176, 486],
    [150, 520],
    [70, 528],
    [-60, 530],
  ],
  [
    [196, 482],
    [244, 462],
    [304, 470],
    [372, 500],
    [402, 522],
    [372, 536],
    [300, 524],
    [236, 516],
  ],
];
/** Serpentine, boating lake and the lake of St James's. */
export const LAKES: Point[][] = [
  [
    [20, 486],
    [52, 498],
    [96, 504],
    [90, 512],
    [44, 508],
    [16, 498],
  ],
  [
    [134, 56],
    [152, 42],
    [166, 50],
    [150, 62],
    [146, 82],
    [132, 76],
  ],
  [
    [306, 500],
    [336, 506],
    [364, 518],
    [356, 524],
    [322, 514],
    [302, 508],
  ],
];

export const DISTRICTS: { number: number; shield: Point; shape: Point[] }[] = [
  {
    number: 5,
    shield: [44, 54],
    shape: [
      [-80, -80],
      [300, -100],
      [520, -60],
      [540, 60],
      [508, 132],
      [400, 146],
      [286, 168],
      [214, 232],
      [196, 330],
      [206, 430],
      [184, 530],
      [110, 566],
      [-80, 580],
      [-120, 250],
    ],
  },
  {
    number: 1,
    shield: [580, 262],
    shape: [
      [328, 196],
      [400, 168],
      [520, 176],
      [590, 216],
      [600, 300],
      [560, 372],
      [490, 398],
      [436, 386],
      [400, 330],
      [350, 276],
    ],
  },
  {
    number: 2,
    shield: [338, 612],
    shape: [
      [236, 320],
      [310, 306],
      [366, 334],
      [404, 392],
      [466, 416],
      [482, 470],
      [472, 540],
      [470, 606],
      [404, 650],
      [300, 646],
      [206, 616],
      [186, 566],
      [214, 490],
      [226, 410],
    ],
  },
  {
    number: 3,
    shield: [652, 540],
    shape: [
      [540, 478],
      [606, 440],
      [700, 438],
      [780, 470],
      [850, 512],
      [872, 574],
      [840, 640],
      [740, 672],
      [600, 660],
      [536, 620],
      [534, 540],
    ],
  },
  {
    number: 4,
    shield: [826, 300],
    shape: [
      [632, 190],
      [690, 140],
      [800, 146],
      [900, 122],
      [990, 150],
      [1000, 300],
      [984, 410],
      [910, 440],
      [830, 408],
      [760, 376],
      [680, 362],
      [622, 340],
      [612, 260],
    ],
  },
];
