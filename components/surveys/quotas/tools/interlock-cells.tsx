"use client";

import { Checkbox, Table, Text } from "@mantine/core";
import { memo } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import type { CellChoice, PlannedCell, Way } from "@/lib/surveys/quotas/interlock-plan";
import { readTarget } from "@/lib/surveys/quotas/quota-file";
import { Percent } from "./interlock-shares";
import classes from "./tools.module.css";
import type { InterlockControl } from "./use-interlock";

const MOST_SHOWN = 200;

/** Every quota that is to be, with its target; a cell can be left out, and its target typed over. */
export function InterlockCells({ control }: { control: InterlockControl }) {
  const { planned, way, cells } = control;
  const format = useFormat();
  const shown = planned.cells.slice(0, MOST_SHOWN);
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
      <section className={classes.rows} tabIndex={0} aria-label="Cells">
        <Table verticalSpacing={2} horizontalSpacing="xs" stickyHeader aria-label="Cells">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <span className="visually-hidden">Taken</span>
              </Table.Th>
              <Table.Th>Quota</Table.Th>
              {way === "percent" && <Table.Th className={classes.figure}>Percent</Table.Th>}
              <Table.Th className={classes.figure}>Target</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((cell) => (
              <CellRow
                key={cell.key}
                cell={cell}
                way={way}
                choice={cells.get(cell.key) ?? NOTHING}
                onChange={control.changeCell}
                onFill={control.fillCells}
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {planned.cells.length > MOST_SHOWN && (
        <Text size="xs" c="dimmed" mt={4}>
          The first {format.count(MOST_SHOWN)} of {format.count(planned.cells.length)} are shown; all are made.
        </Text>
      )}
    </div>
  );
}

/** A column of whole numbers out of a spreadsheet; null: it is something else, or one number. */
function pastedTargets(text: string): number[] | null {
  const read = text
    .trim()
    .split(/[\t\r\n]+/)
    .map(readTarget);
  const targets = read.flatMap((each) => ("value" in each ? [each.value] : []));
  return targets.length === read.length && targets.length > 1 ? targets : null;
}

const NOTHING: CellChoice = {};

type RowProps = {
  cell: PlannedCell;
  way: Way;
  choice: CellChoice;
  onChange: (key: string, change: CellChoice) => void;
  onFill: InterlockControl["fillCells"];
};

const CellRow = memo(function CellRow({ cell, way, choice, onChange, onFill }: RowProps) {
  const format = useFormat();
  const { key, name, target, isParent } = cell;
  // What was ticked shows at once, whenever the targets follow.
  const isLeftOut = isParent ? cell.isLeftOut : choice.leftOut === true;
  const tone = isLeftOut ? classes["left-out"] : isParent ? classes.parent : undefined;
  return (
    <Table.Tr className={tone ?? ""}>
      <Table.Td>
        {!isParent && (
          <Checkbox
            size="xs"
            aria-label={`Take ${name}`}
            checked={!isLeftOut}
            onChange={(event) => onChange(key, { leftOut: !event.currentTarget.checked })}
          />
        )}
      </Table.Td>
      <Table.Td>{name}</Table.Td>
      {way === "percent" && (
        <Table.Td className={classes.narrow}>
          {!isParent && !isLeftOut && (
            <Percent
              label={`Percent of ${name}`}
              value={choice.percent ?? ""}
              usual={null}
              onChange={(values) => onFill(key, "percent", values)}
            />
          )}
        </Table.Td>
      )}
      <Table.Td className={isParent || isLeftOut ? classes.figure : classes.narrow}>
        {isParent || isLeftOut ? (
          format.count(target)
        ) : (
          <NumberEntry
            size="xs"
            aria-label={`Target of ${name}`}
            placeholder={target === null || cell.isOvertyped ? "" : format.count(target)}
            min={0}
            decimals={0}
            step={0}
            value={choice.target === "" ? null : (choice.target ?? null)}
            onChange={(next) => onChange(key, { target: next ?? "" })}
            onPaste={(event) => {
              const targets = pastedTargets(event.clipboardData.getData("text"));
              if (!targets) return;
              event.preventDefault();
              onFill(key, "target", targets);
            }}
            classNames={{ input: `${classes.figure} ${classes.worked}` }}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
});
