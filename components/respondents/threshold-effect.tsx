import type { ReactNode } from "react";
import { FigureTable } from "@/components/ui/figure-table";
import { useFormat } from "@/components/ui/use-format";
import type { ThresholdPreview } from "@/lib/contracts/ours/respondents";
import { percentOf } from "@/lib/respondents/prepare-panel";
import { NO_SUPPLIER, respondentsText } from "@/lib/respondents/words";
import { type Format, UNKNOWN } from "@/lib/tables/format";
import classes from "./thresholds.module.css";

type Props = {
  preview: ThresholdPreview;
  /** The thresholds have moved on since. */
  isOld: boolean;
  /** Where questions are chosen. */
  children: ReactNode;
};

/** What thresholds do: how many go, and what quotas, suppliers and chosen questions come to. */
export function ThresholdEffect({ preview, isOld, children }: Props) {
  const { count, fixed } = useFormat();
  const { respondents, excluded_now: now, excluded_after: after } = preview;
  const share = percentOf(after, respondents);
  return (
    <div className={classes.effects} aria-busy={isOld}>
      <p className={classes.total} role="status">
        <b>{respondentsText(count, after)}</b> of {count(respondents)} excluded
        {share !== null && ` (${fixed(share, 1)}%)`}; {count(now)} now.
      </p>
      <p>
        {count(preview.newly_excluded)} would be excluded, {count(preview.newly_included)} included again.{" "}
        {preview.decided_by_reviewers > 0 &&
          `${respondentsText(count, preview.decided_by_reviewers)} decided of by reviewers stay as they are.`}
      </p>
      {preview.still_counted > 0 && (
        <p>
          The answers of {respondentsText(count, preview.still_counted)} who are excluded still count in trends and
          tables. Applying the thresholds leaves them out.
        </p>
      )}
      <Quotas quotas={preview.quotas} />
      <Suppliers suppliers={preview.suppliers} />
      <section aria-label="Questions">
        <h2>Questions</h2>
        {children}
        {preview.questions.map((question) => (
          <Question key={question.id} question={question} />
        ))}
      </section>
    </div>
  );
}

/** A change with its sign; nothing where there is none. */
const changeText = (from: number, to: number, write: (value: number) => string) => {
  const change = to - from;
  const text = write(Math.abs(change));
  return text === write(0) ? "" : `${change > 0 ? "+" : "−"}${text}`;
};

function Quotas({ quotas }: { quotas: ThresholdPreview["quotas"] }) {
  const { count } = useFormat();
  if (quotas.length === 0) return null;
  const rows = quotas.map(({ id, name, target, now, after }) => ({
    key: id,
    name,
    cells: [count(target), count(now), count(after), changeText(now, after, count), missing(target, after, count)],
  }));
  return (
    <FigureTable
      isWide
      caption="Quotas, completes without the excluded"
      heads={["Quota", "Target", "Now", "After", "Change", "Missing"]}
      rows={rows}
    />
  );
}

const missing = (target: number | null, after: number, count: (value: number) => string) =>
  target === null ? UNKNOWN : count(Math.max(0, target - after));

function Suppliers({ suppliers }: { suppliers: ThresholdPreview["suppliers"] }) {
  const { count, fixed } = useFormat();
  if (suppliers.length === 0) return null;
  const rows = suppliers.map(({ supplier, respondents, excluded_now: now, excluded_after: after }) => ({
    key: supplier?.code ?? "",
    name: supplier?.name ?? NO_SUPPLIER,
    cells: [count(respondents), count(now), count(after), `${fixed(percentOf(after, respondents) ?? 0, 1)}%`],
  }));
  return (
    <FigureTable
      isWide
      caption="Suppliers"
      heads={["Supplier", "Respondents", "Excluded now", "Excluded after", "Share after"]}
      rows={rows}
    />
  );
}

function Question({ question: { title, now, after } }: { question: ThresholdPreview["questions"][number] }) {
  const format = useFormat();
  const rows = [
    {
      key: "base",
      name: "Base",
      cells: [format.count(now.base), format.count(after.base), changeText(now.base, after.base, format.count)],
    },
    ...(now.mean === null && after.mean === null
      ? []
      : [
          {
            key: "mean",
            name: "Mean",
            cells: [
              format.hundredths(now.mean),
              format.hundredths(after.mean),
              meanChange(now.mean, after.mean, format),
            ],
          },
        ]),
    ...now.options.map(({ label, share }, at) => {
      const next = after.options[at]?.share ?? 0;
      return {
        key: `option ${label}`,
        name: label,
        cells: [shareText(share, format), shareText(next, format), pointsText(share, next, format)],
      };
    }),
  ];
  return <FigureTable isWide caption={title} heads={["Figure", "Now", "After", "Change"]} rows={rows} />;
}

const shareText = (share: number, { fixed }: Format) => `${fixed(share * 100, 1)}%`;
const pointsText = (from: number, to: number, { fixed }: Format) =>
  changeText(from * 100, to * 100, (value) => fixed(value, 1));
const meanChange = (from: number | null, to: number | null, { hundredths }: Format) =>
  from === null || to === null ? "" : changeText(from, to, hundredths);
