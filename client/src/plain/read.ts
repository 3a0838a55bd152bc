/** The table as text, for screen readers. */

import type { View, TextContext } from "../games/contract";
import { isEmpty, labelOf, partsOf, shapeOf, type Data } from "./data";
import { say, sayValue } from "./words";

interface Section {
  heading: string;
  lines: string[];
}

export function readTable(view: View, context: TextContext): Section[] {
  const { players, common } = partsOf(view, context.names.length);
  return [
    {
      heading: say("common"),
      lines: common.flatMap(([name, value]) => read(name, value, context)),
    },
    ...players.map((player, seat) => ({
      heading: seat === context.viewer ? say("you") : (context.names[seat] ?? ""),
      lines: Object.entries(player).flatMap(([name, value]) => read(name, value, context)),
    })),
  ].filter((section) => section.lines.length);
}

/** Return the lines of a field: one, or one for each row of a table. */
function read(name: string, value: Data, context: TextContext): string[] {
  if (isEmpty(value)) return [];
  const shape = shapeOf(value);
  if (shape.kind !== "table") return [`${labelOf(name)}: ${sayValue(value, context, name)}`];
  return shape.rows.map(({ heading, cells }) => {
    const said = cells.map((cell, n) => {
      const column = shape.columns[n];
      const text = sayValue(cell, context, column);
      return column ? `${labelOf(column)}: ${text}` : text;
    });
    return `${labelOf(name)} ${heading}: ${said.join("; ")}`;
  });
}
