import type { FileColumn, RawScalar } from "@/lib/answers/files/answer-file";
import { withUnit } from "@/lib/answers/files/cell-units";
import { type DecimalSign, numberOf } from "@/lib/contracts/rules/answer-cells";
import type { GuessedColumn } from "./guess-groups";
import { listed } from "./listed";
import { type MomentNumberKind, momentNumberKind } from "./moment-numbers";
import { type NumberStyle, styledNumber } from "./number-styles";

const WORDS: Record<NumberStyle, string> = {
  negative: "",
  currency: "; currencies are left out",
  percent: "; percents are kept as numbers of a hundred",
  grouped: "",
  suffix: "",
  length: "; lengths of time are in minutes",
};

/** How numbers with signs and words are read: each style with its columns and an example. */
export function numberNotes(columns: readonly GuessedColumn[], decimal: DecimalSign): string[] {
  const found = new Map<NumberStyle, { example: string; value: number; columns: Set<string> }>();
  for (const { column, guess } of columns) {
    if (guess.kind !== "numeric") continue;
    for (const { cell } of guess.values) {
      const styled = styledCell(cell, column, decimal);
      if (!styled) continue;
      const { style, example, value } = styled;
      const known = found.get(style) ?? { example, value, columns: new Set<string>() };
      known.columns.add(column.name);
      found.set(style, known);
    }
  }
  return [...found].map(
    ([style, { example, value, columns: names }]) =>
      `“${example}” in ${listed([...names])} is read as ${value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 10 })}${WORDS[style]}.`,
  );
}

type StyledCell = { style: NumberStyle; example: string; value: number };

/** A text of such a style, or a number that its file shows in one. */
function styledCell(cell: RawScalar, { unit }: FileColumn, decimal: DecimalSign): StyledCell | null {
  if (typeof cell === "number" && unit)
    return { style: unit === "percent" ? "percent" : "length", example: withUnit(cell, unit), value: cell };
  if (typeof cell !== "string" || numberOf(cell, decimal) !== null) return null;
  const styled = styledNumber(cell, decimal);
  return styled && { style: styled.style, example: cell, value: styled.value };
}

const TIMES: Record<MomentNumberKind, string> = {
  compact: "year, month, day, hour, minute and second",
  seconds: "seconds since 1970",
  milliseconds: "milliseconds since 1970",
};

/** What numbers in columns of times mean. */
export function timeNumberNotes(columns: readonly GuessedColumn[], times: ReadonlySet<string>): string[] {
  return columns.flatMap(({ column: { name }, guess }) => {
    const [first] = guess.values;
    const kind = first && (times.has(name) || guess.kind === "date") ? momentNumberKind(first.cell) : null;
    return kind ? [`“${first?.cell}” in “${name}” is read as ${TIMES[kind]}.`] : [];
  });
}
