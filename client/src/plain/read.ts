/** The table in words. */

import type { View, Who } from "../games/contract";
import { isEmpty, labelOf, partsOf, shapeOf, type Data } from "./data";
import { say, sayValue } from "./words";

interface Section {
  heading: string;
  lines: string[];
}

export function readTable(view: View, who: Who): Section[] {
  const { players, common } = partsOf(view, who.names.length);
  return [
    { heading: say("common"), lines: common.flatMap(([name, value]) => read(name, value, who)) },
    ...players.map((player, seat) => ({
      heading: seat === who.eyes ? say("you") : (who.names[seat] ?? ""),
      lines: Object.entries(player).flatMap(([name, value]) => read(name, value, who)),
    })),
  ].filter((section) => section.lines.length);
}

/** A field in lines: a table has one for each of its rows. */
function read(name: string, value: Data, who: Who): string[] {
  if (isEmpty(value)) return [];
  const shape = shapeOf(value);
  if (shape.kind !== "table") return [`${labelOf(name)}: ${sayValue(value, who, name)}`];
  return shape.rows.map(({ heading, cells }) => {
    const said = cells.map((cell, n) => {
      const column = shape.columns[n];
      const text = sayValue(cell, who, column);
      return column ? `${labelOf(column)}: ${text}` : text;
    });
    return `${labelOf(name)} ${heading}: ${said.join("; ")}`;
  });
}
