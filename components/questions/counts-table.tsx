"use client";

import { Alert, Text } from "@mantine/core";
import { useFormat } from "@/components/ui/use-format";
import type { QuestionPreview } from "@/lib/contracts/ours/questions";
import classes from "./questions.module.css";

type Props = {
  now: QuestionPreview | undefined;
  /** As it would be; null: nothing is changed. */
  after: QuestionPreview | undefined | null;
  problem: Error | null;
};

type Row = [string, (of: QuestionPreview) => string];

/** Responses whose formula has no result, where there are any. */
function faultRows(now: Props["now"], after: Props["after"], count: (n: number) => string): Row[] {
  const has = (fault: "divided_by_zero" | "too_large") => [now, after].some((of) => (of?.faults?.[fault] ?? 0) > 0);
  return [
    ...(has("divided_by_zero")
      ? [["– of them divided by zero", ({ faults }) => count(faults?.divided_by_zero ?? 0)] as Row]
      : []),
    ...(has("too_large")
      ? [["– of them a number too large", ({ faults }) => count(faults?.too_large ?? 0)] as Row]
      : []),
  ];
}

/** How many answered and what a mean is: as it is, and as it would be after saving. */
export function CountsTable({ now, after, problem }: Props) {
  const format = useFormat();
  const one = now ?? after;
  if (problem) {
    return (
      <Alert color="yellow" variant="light" py="xs" role="status">
        {problem.message}
      </Alert>
    );
  }
  if (!one) return null;
  const figure = (value: number | undefined) => (value === undefined ? "–" : format.hundredths(value));
  const rows: Row[] = [
    ["Answered", ({ answered }) => format.count(answered)],
    ["– of them in no option", ({ none }) => format.count(none)],
    ["Not asked", ({ not_asked }) => format.count(not_asked)],
    ["No answer", ({ no_answer }) => format.count(no_answer)],
    ...faultRows(now, after, format.count),
    ["Mean", ({ numbers }) => figure(numbers?.mean)],
    ["Median", ({ tenths }) => figure(tenths?.[4])],
    ["Middle 80%", ({ tenths }) => (tenths ? `${figure(tenths[0])} to ${figure(tenths[8])}` : "–")],
    ["Min–max", ({ numbers }) => (numbers ? `${figure(numbers.min)} to ${figure(numbers.max)}` : "–")],
  ];
  const columns: [string, QuestionPreview | undefined][] = [
    ...(now ? [["Now", now] as [string, QuestionPreview]] : []),
    ...(after !== null ? [["After saving", after] as [string, QuestionPreview | undefined]] : []),
  ];
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label="Counts">
        <thead>
          <tr>
            <th scope="col">Of {format.count(one.responses)} responses</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" style={{ textAlign: "right" }}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, says]) => (
            <tr key={name}>
              <td>{name}</td>
              {columns.map(([column, of]) => (
                <td key={column} className="figures">
                  <Text size="sm" span fw={now && after && says(now) !== says(after) && of === after ? 600 : 400}>
                    {of ? says(of) : "…"}
                  </Text>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
