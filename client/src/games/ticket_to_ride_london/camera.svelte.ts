/** The visible part of the map: pan and zoom by touch, Ctrl and the wheel, buttons and keys. */

import { HEIGHT, WIDTH, type Point } from "./layout";

const CLOSEST = 4;
const STEP = 1.4;
const DRAG = 6; // pixels before a press is a drag

export class Camera {
  zoom = $state(1);
  #x = $state(0);
  #y = $state(0);
  /** The size of the box that the map is drawn in, in pixels. */
  width = $state(WIDTH);
  height = $state(HEIGHT);
  /** Pixels of a unit of the map. */
  readonly scale = $derived(Math.min(this.width / WIDTH, this.height / HEIGHT) * this.zoom);
  readonly viewBox = $derived(`${this.#x} ${this.#y} ${WIDTH / this.zoom} ${HEIGHT / this.zoom}`);

  #pointers = new Map<number, Point>();
  #dragged = false;

  /** Zoom in or out, keeping a point of the map where it is. */
  zoomBy(factor: number, [x, y]: Point = this.#middle()): void {
    const zoom = Math.min(CLOSEST, Math.max(1, this.zoom * factor));
    const kept = this.zoom / zoom;
    this.zoom = zoom;
    this.#move(x - (x - this.#x) * kept, y - (y - this.#y) * kept);
  }

  closer(): void {
    this.zoomBy(STEP);
  }

  farther(): void {
    this.zoomBy(1 / STEP);
  }

  whole(): void {
    this.zoom = 1;
    this.#move(0, 0);
  }

  /** Pan so that a point of the map is visible. */
  show([x, y]: Point): void {
    const [w, h] = [WIDTH / this.zoom, HEIGHT / this.zoom];
    const inside = x > this.#x + w * 0.1 && x < this.#x + w * 0.9;
    if (inside && y > this.#y + h * 0.1 && y < this.#y + h * 0.9) return;
    this.#move(x - w / 2, y - h / 2);
  }

  /** Handle mouse and touch on the map; for `{@attach}`. */
  follow(svg: SVGSVGElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const release = (event: PointerEvent): void => this.#release(event);
    svg.addEventListener("wheel", (event) => this.#wheel(event, svg), { passive: false, signal });
    svg.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    svg.addEventListener("pointermove", (event) => this.#drag(event, svg), { signal });
    svg.addEventListener("pointerup", release, { signal });
    svg.addEventListener("pointercancel", release, { signal });
    svg.addEventListener("pointerleave", release, { signal });
    return () => stop.abort();
  }

  #wheel(event: WheelEvent, svg: SVGSVGElement): void {
    if (!event.ctrlKey) return; // the page scrolls; a pinch on a touchpad comes with Ctrl
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY / 400), pointOn(svg, event.clientX, event.clientY));
  }

  #press(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#dragged = false;
    this.#pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  #drag(event: PointerEvent, svg: SVGSVGElement): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now: Point = [event.clientX, event.clientY];
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.#dragged = true;
      const factor = apart(now, other) / Math.max(1, apart(before, other));
      const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      this.zoomBy(factor, pointOn(svg, ...middle));
    } else {
      if (!this.#dragged && apart(now, before) < DRAG) return;
      if (!this.#dragged && this.zoom > 1) svg.setPointerCapture(event.pointerId);
      this.#dragged = true;
      this.#move(
        this.#x - (now[0] - before[0]) / this.scale,
        this.#y - (now[1] - before[1]) / this.scale,
      );
    }
    this.#pointers.set(event.pointerId, now);
  }

  #release(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }

  /** Return whether the press that ends now was a drag and not a click. */
  get dragged(): boolean {
    return this.#dragged && this.zoom > 1;
  }

  #middle(): Point {
    return [this.#x + WIDTH / this.zoom / 2, this.#y + HEIGHT / this.zoom / 2];
  }

  #move(x: number, y: number): void {
    this.#x = Math.min(WIDTH - WIDTH / this.zoom, Math.max(0, x));
    this.#y = Math.min(HEIGHT - HEIGHT / this.zoom, Math.max(0, y));
  }
}

function apart(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Return the point of the map at a point of the screen. */
export function pointOn(svg: SVGSVGElement, x: number, y: number): Point {
  const to = svg.getScreenCTM()?.inverse();
  const point = new DOMPoint(x, y).matrixTransform(to);
  return [point.x, point.y];
}
