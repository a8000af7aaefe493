"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { type FigureRow, FigureTable } from "@/components/ui/figure-table";
import { LoadError } from "@/components/ui/load-error";
import { RowButton } from "@/components/ui/row-button";
import { useFormat } from "@/components/ui/use-format";
import type { SessionSummary as Summary } from "@/lib/contracts/interfaces/fielding";
import type { ReasonChoice } from "@/lib/field-sessions/list-state";
import { prepareSummary, type SummaryRow } from "@/lib/field-sessions/prepare-summary";
import { sessionSummaryQuery } from "@/lib/field-sessions/queries";
import { refusalNames, type SessionNames } from "@/lib/field-sessions/words";
import type { Format } from "@/lib/tables/format";
import classes from "./session-summary.module.css";

type Props = {
  surveyId: string;
  names: SessionNames;
  /** Narrows the list below to a reason. */
  onReason: (reason: ReasonChoice) => void;
  /** What can be done with tests. */
  children: (tests: number) => ReactNode;
};

/** What a survey's sessions add up to, and what is counted beside them. */
export function SessionSummary({ surveyId, names, onReason, children }: Props) {
  const format = useFormat();
  const { data, error, refetch } = useQuery(sessionSummaryQuery(surveyId));
  if (error && !data) return <LoadError what="The summary" error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className={classes.summary} style={{ minHeight: 180 }} aria-busy />;
  return (
    <section className={classes.summary} aria-label="Summary">
      <Outcomes summary={data} names={names} format={format} onReason={onReason} />
      <div className={classes.beside}>
        <div>
          <h2>Refused returns</h2>
          <p>{refusedText(data, format)}</p>
        </div>
        <div>
          <h2>Accepted by reconciliation</h2>
          <p>{acceptedText(data, format)}</p>
        </div>
        <div>
          <h2>Tests</h2>
          <p>{testsText(data, format)}</p>
          {children(data.tests)}
        </div>
      </div>
    </section>
  );
}

function Outcomes({
  summary,
  names,
  format,
  onReason,
}: { summary: Summary; format: Format } & Omit<Props, "surveyId" | "children">) {
  const { columns, rows } = prepareSummary(summary, names.supplier);
  const entered = rows[0]?.figures[0] ?? 0;
  const figureRow = (row: SummaryRow): FigureRow => ({
    key: row.key,
    name: <RowName row={row} onReason={onReason} />,
    cells: row.figures.map((figure, at) => (
      <Fragment key={columns[at]?.key}>
        {row.kind === "cost" ? format.usd(figure) : format.count(figure)}
        {at === 0 && row.kind === "reason" && <small>{shareText(figure, entered, format)}</small>}
      </Fragment>
    )),
    look: looks[row.kind],
  });
  return (
    <FigureTable
      caption="Outcomes"
      heads={["Reason", ...columns.map(({ label }) => label)]}
      rows={rows.map(figureRow)}
    />
  );
}

const looks: Record<SummaryRow["kind"], FigureRow["look"]> = {
  total: "total",
  cost: "total",
  part: "part",
  reason: "plain",
};

function RowName({ row: { label, reason }, onReason }: { row: SummaryRow; onReason: Props["onReason"] }) {
  if (reason === null) return label;
  return (
    <RowButton isLink onClick={() => onReason(reason)}>
      {label}
    </RowButton>
  );
}

const shareText = (figure: number, of: number, { fixed }: Format) =>
  of > 0 ? `${fixed((figure * 100) / of, 1)}%` : "";

function refusedText({ refused_returns: refused }: Summary, { count }: Format): string {
  if (refused.length === 0) return "None. Every return was taken.";
  return refused.map(({ refusal, returns }) => `${refusalNames[refusal]}: ${count(returns)}`).join(" · ");
}

function acceptedText({ accepted }: Summary, { count }: Format): string {
  if (accepted === 0) return "None with another outcome than complete.";
  return `${count(accepted)} with another outcome than complete. They count, also above a full quota.`;
}

function testsText({ tests }: Summary, { count }: Format): string {
  if (tests === 0) return "None. Tests count in nothing.";
  return `${count(tests)} test ${tests === 1 ? "session" : "sessions"}, counted in nothing.`;
}
