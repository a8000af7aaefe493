// biome-ignore-all lint/a11y/useSemanticElements: cells of a table that is none, see column-list
// biome-ignore-all lint/a11y/useFocusableInteractive: what has the focus are the fields in the cells
"use client";

import { Checkbox, NativeSelect } from "@mantine/core";
import { Button } from "@/components/ui/button";
import {
  changeDateOrder,
  changeQuestion,
  dateOrderOf,
  type TakenFor,
  takeFor,
} from "@/lib/answers/columns/change-plan";
import type { ColumnRow } from "@/lib/answers/columns/prepare-columns";
import { dateOrderNames, takenForChoices } from "@/lib/answers/words";
import { type DateOrder, dateOrders } from "@/lib/contracts/terms/answers";
import classes from "./column-cells.module.css";
import { Committed } from "./committed";
import { usePlan } from "./plan-context";

type Props = {
  row: ColumnRow;
  isTicked: boolean;
  onTick: (isTicked: boolean, isRange: boolean) => void;
  onOpen: () => void;
};

/** One column of the file: what it is, what it is taken for, its question's text, and what is read from it. */
export function ColumnCells({ row, isTicked, onTick, onOpen }: Props) {
  return (
    <>
      <div role="cell">
        <div className={classes.column}>
          <Checkbox
            size="xs"
            mt={2}
            aria-label={`Tick ${row.name}`}
            checked={isTicked}
            onChange={() => {}}
            onClick={({ currentTarget, shiftKey }) => onTick(currentTarget.checked, shiftKey)}
          />
          <ColumnName row={row} />
        </div>
      </div>
      <div role="cell">
        <TakenForField row={row} />
      </div>
      <div role="cell">
        <QuestionText row={row} />
      </div>
      <div role="cell">
        <Values values={row.values} />
      </div>
      <div role="cell">
        <Button isSmall aria-label={`Edit ${row.name}`} onClick={onOpen}>
          Edit
        </Button>
      </div>
    </>
  );
}

function ColumnName({ row: { name, question, shared, look } }: { row: ColumnRow }) {
  return (
    <div className={classes.name}>
      {name}
      {question && shared > 1 && (
        <small>
          {shared} columns are one question, “{question.id}”
        </small>
      )}
      {question?.grid && <small>in the grid “{question.grid.id}”</small>}
      {look !== null && <p>Look: {look}</p>}
    </div>
  );
}

function TakenForField({ row }: { row: ColumnRow }) {
  const { looked, plan, onPlan } = usePlan();
  const isDated = row.as === "time" || row.as === "end" || row.as === "date";
  const order = isDated ? dateOrderOf(plan, row.name) : null;
  return (
    <div className={classes.fields}>
      <NativeSelect
        size="xs"
        aria-label={`${row.name} is taken for`}
        data={takenForChoices}
        value={row.as}
        onChange={({ currentTarget }) =>
          onPlan(takeFor(plan, row.name, currentTarget.value as TakenFor, { ...looked, values: row.cells }))
        }
      />
      {order && (
        <NativeSelect
          size="xs"
          aria-label={`Dates of ${row.name} are written`}
          data={dateOrders.map((value) => ({ value, label: dateOrderNames[value] }))}
          value={order}
          onChange={({ currentTarget }) => onPlan(changeDateOrder(plan, row.name, currentTarget.value as DateOrder))}
        />
      )}
    </div>
  );
}

function QuestionText({ row: { name, question } }: { row: ColumnRow }) {
  const { plan, onPlan } = usePlan();
  if (!question) return <span className={classes.text}>–</span>;
  const { id, text } = question;
  return (
    <Committed
      label={`Text of ${name}`}
      value={text}
      commit={(value) => {
        onPlan(changeQuestion(plan, id, { text: value }));
        return null;
      }}
    />
  );
}

const MOST_VALUES = 3;

function Values({ values }: { values: readonly string[] }) {
  const shown = values.filter((value) => value !== "").slice(0, MOST_VALUES);
  return <div className={classes.values}>{shown.length === 0 ? "–" : shown.join(" · ")}</div>;
}
