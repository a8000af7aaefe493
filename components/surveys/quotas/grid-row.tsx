// biome-ignore-all lint/a11y/useFocusableInteractive: the grid itself has the focus and names its active cell
// biome-ignore-all lint/a11y/useSemanticElements: a table of thousands of rows, of which the page holds those in sight, cannot be a table element
"use client";

import { memo } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import { isUnknownAudience, type QuotaDraft, sameMember } from "@/lib/surveys/draft";
import { describeQualification, type QuestionsById } from "@/lib/surveys/qualification-text";
import { type EditableColumn, type GridColumn, isEditable } from "@/lib/surveys/quotas/grid-columns";
import { figuresOf, type QuotaFigures } from "@/lib/surveys/quotas/grid-edit";
import { UNKNOWN_AUDIENCE } from "@/lib/surveys/quotas/option-text";
import { CellEditor } from "./cell-editor";
import { cellId, columnTitles, type GridLayout } from "./grid-layout";
import classes from "./quota-grid.module.css";
import { type CellEdit, nameAt } from "./use-grid";

type Props = {
  grid: string;
  layout: GridLayout;
  quota: QuotaDraft;
  row: number;
  top: number;
  /** The quota as it is saved; undefined: it is new; null: nothing of this survey is saved yet. */
  saved: QuotaDraft | undefined | null;
  collected: Quota | undefined;
  /** What stands at the service while a soft launch collects a share. */
  targetNow: number | undefined;
  countsStarts: boolean;
  questions: QuestionsById;
  problems: Partial<Record<EditableColumn, string>> | undefined;
  warning: string | undefined;
  /** Chosen columns, both in; -1: none. */
  left: number;
  right: number;
  /** The column of the cursor; -1: it stands in another row. */
  cursor: number;
  edit: CellEdit | null;
  onLeave: (text: string) => void;
};

/** One quota. Drawn again only when something of it changes, so that scrolling and typing cost what they touch. */
export const GridRow = memo(function GridRow(props: Props) {
  const { grid, layout, quota, row, top, saved, collected, countsStarts, left, right, cursor, edit } = props;
  const figures = figuresOf(quota, collected, countsStarts);
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      aria-selected={left >= 0}
      className={classes.row}
      data-editing={edit !== null || undefined}
      data-above={edit?.isLow || undefined}
      style={{ top, height: layout.rowHeight, gridTemplateColumns: layout.template }}
    >
      <RowNumber {...props} />
      {layout.columns.map((column, place) => {
        const isChanged = isEditable(column) && saved != null && !sameMember(column, saved, quota);
        const problem = isEditable(column) ? props.problems?.[column] : undefined;
        return (
          <div
            key={column}
            role="gridcell"
            id={cellId(grid, row, place)}
            aria-colindex={place + 2}
            aria-selected={place >= left && place <= right}
            aria-invalid={problem !== undefined || undefined}
            className={classes.cell}
            data-row={row}
            data-place={place}
            data-column={column}
            data-editing={edit?.column === place || undefined}
            data-cursor={place === cursor || undefined}
            data-changed={isChanged || undefined}
            title={problem}
          >
            {edit?.column === place ? (
              <CellEditor
                edit={edit}
                column={column}
                label={`${columnTitles[column]} of ${nameAt(quota, row)}`}
                questions={props.questions}
                onLeave={props.onLeave}
              />
            ) : (
              <CellContent column={column} figures={figures} {...props} />
            )}
            {isChanged && <span className="visually-hidden">, changed</span>}
            {problem && <span className="visually-hidden">, {problem}</span>}
          </div>
        );
      })}
    </div>
  );
});

function RowNumber({ row, saved, quota, problems, warning }: Props) {
  const isNew = saved === undefined;
  const isChanged =
    saved != null &&
    saved !== quota &&
    !(["quota_name", "quota", "qualifications"] as const).every((member) => sameMember(member, saved, quota));
  const state = isNew ? "new" : isChanged ? "changed" : undefined;
  const words = [state, problems && "refused", warning].filter(Boolean).join(", ");
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={classes.number}
      data-row={row}
      data-state={state}
      data-refused={problems !== undefined || undefined}
      data-warned={warning !== undefined || undefined}
      title={warning ?? (isNew ? "New: not saved yet" : isChanged ? "Changed: not saved yet" : undefined)}
    >
      {row + 1}
      {words && <span className="visually-hidden">, {words}</span>}
    </div>
  );
}

function CellContent({
  column,
  quota,
  targetNow,
  figures,
  layout,
  questions,
}: Props & { column: GridColumn; figures: QuotaFigures }) {
  const format = useFormat();
  if (column === "quota_name") {
    return (
      <>
        <span className={classes.text}>{quota.quota_name}</span>
        {layout.isNarrow && <span className={classes.below}>{audienceOf(quota, questions).join(", ")}</span>}
      </>
    );
  }
  if (column === "qualifications") return <Qualifications quota={quota} questions={questions} />;
  if (column === "quota") {
    if (quota.quota === "") return null;
    const full = format.count(Number(quota.quota));
    if (targetNow === undefined || quota.quota_id === null) return full;
    return (
      <>
        <span className={classes.dim}>now {format.count(targetNow)} /&nbsp;</span>
        {full}
      </>
    );
  }
  const figure = figures[column];
  if (column !== "percent") return format.count(figure);
  return (
    <>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-full={(figure ?? 0) >= 100 || undefined}
          style={{ width: `${Math.min(100, figure ?? 0)}%` }}
        />
      </span>
      <span className={classes.percent}>{format.percent(figure === null ? null : Math.floor(figure))}</span>
    </>
  );
}

/** Who belongs to a quota, a text a question. */
function audienceOf(quota: QuotaDraft, questions: QuestionsById): string[] {
  if (quota.qualifications.length === 0) return [isUnknownAudience(quota) ? UNKNOWN_AUDIENCE : "Everyone"];
  return quota.qualifications.map((qualification) => describeQualification(qualification, questions));
}

const Qualifications = memo(function Qualifications({
  quota,
  questions,
}: {
  quota: QuotaDraft;
  questions: QuestionsById;
}) {
  const words = audienceOf(quota, questions);
  if (quota.qualifications.length === 0) return <span className={classes.dim}>{words}</span>;
  return (
    <span className={classes.chips} title={words.join("; ")}>
      {words.map((text, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a service may ask one question twice, and a chip has no state
        <span key={position} className={classes.chip}>
          {text}
        </span>
      ))}
    </span>
  );
});
