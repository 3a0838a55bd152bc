/** Files of the games' folders, as `import.meta.glob` finds them, by the name of the game. */

const IN_A_FOLDER = /\/games\/([^/]+)\/|^\.\/([^/]+)\//;

/** Return the name of the game in whose folder a file is. */
export function gameOfPath(path: string): string {
  const found = IN_A_FOLDER.exec(path);
  return found?.[1] ?? found?.[2] ?? "";
}

/** Key files by their game, behind a prefix if one is given: "about/chess". */
export function byGame<T>(files: Record<string, T>, prefix = ""): Record<string, T> {
  const named = Object.entries(files).map(([path, file]) => {
    const game = gameOfPath(path);
    return [prefix ? `${prefix}/${game}` : game, file] as const;
  });
  return Object.fromEntries(named);
}
