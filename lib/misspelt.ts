/** How many letters two words differ by: added, missing, another one, or two neighbours in the other order. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const replaced = cell(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped = isSwapped ? cell(row - 2, column - 2) + 1 : replaced;
      current.push(Math.min(replaced, swapped, cell(row - 1, column) + 1, cell(row, column - 1) + 1));
    }
  }
  return cell(one.length, other.length);
}

const sorted = (text: string) => [...text].sort().join("");

/**
 * Whether one name is another one misspelt. The shorter it is the more other programs have names like it: a short one
 * counts only with two neighbours swapped (PROT).
 */
function resembles(name: string, known: string): boolean {
  if (known.length < 6) return sorted(name) === sorted(known) && editDistance(name, known) === 1;
  return editDistance(name.toUpperCase(), known) <= (known.length < 10 ? 1 : 2);
}

/** Names that are none of the known ones but look like one of them, each with that one. */
export function misspelt(names: readonly string[], known: readonly string[]): [name: string, meant: string][] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name): [string, string][] => {
      const meant = known.find((one) => resembles(name, one));
      return meant === undefined ? [] : [[name, meant]];
    });
}
