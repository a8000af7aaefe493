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
      if (typeof cell !== "string" || numberOf(cell, decimal) !== null) continue;
      const styled = styledNumber(cell, decimal);
      if (!styled) continue;
      const known = found.get(styled.style) ?? { example: cell, value: styled.value, columns: new Set<string>() };
      known.columns.add(column.name);
      found.set(styled.style, known);
    }
  }
  return [...found].map(
    ([style, { example, value, columns: names }]) =>
      `“${example}” in ${listed([...names])} is read as ${value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 10 })}${WORDS[style]}.`,
  );
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
