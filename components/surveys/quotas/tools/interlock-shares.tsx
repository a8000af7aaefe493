"use client";

import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { PlannedGroup, Typed } from "@/lib/surveys/quotas/interlock-plan";
import { pastedShares } from "@/lib/surveys/quotas/pasted-shares";
import classes from "./tools.module.css";
import type { InterlockControl } from "./use-interlock";

/** What the groups of each question have of the total: typed where percentages are of questions, else added up. */
export function InterlockShares({ control }: { control: InterlockControl }) {
  const { planned, dimensions } = control;
  if (planned.margins.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: Math.min(3, planned.margins.length) }} spacing="md">
      {planned.margins.map((groups, at) => {
        const question = dimensions[at]?.question;
        return (
          question && <Margin key={String(question.id)} question={question} groups={groups} at={at} control={control} />
        );
      })}
    </SimpleGrid>
  );
}

type MarginProps = { question: Question; groups: PlannedGroup[]; at: number; control: InterlockControl };

/** Beyond this the sums of a question say little, and cost time to draw. */
const MOST_GROUPS = 60;

function Margin({ question, groups, at, control }: MarginProps) {
  const format = useFormat();
  const typed = control.margins[at] ?? [];
  const isTyped = control.way === "margins";
  return (
    <Stack gap={2} component="section" aria-label={`Shares of ${question.name}`}>
      <div className={classes.group}>
        <Text size="sm" fw={600}>
          {question.name}
        </Text>
        <Text size="xs" c="dimmed" className={classes.figure}>
          {isTyped ? "Percent" : ""}
        </Text>
        <Text size="xs" c="dimmed" className={classes.figure}>
          Target
        </Text>
        <Text size="xs" c="dimmed" className={classes.figure}>
          {isTyped ? "Residue" : ""}
        </Text>
      </div>
      {groups.slice(0, MOST_GROUPS).map((group, place) => (
        <div key={group.name} className={classes.group}>
          <Text size="sm" truncate title={group.name}>
            {group.name}
          </Text>
          {isTyped ? (
            <Percent
              label={`Percent of ${question.name} ${group.name}`}
              value={typed[place] ?? ""}
              usual={group.percent}
              onChange={(values) => control.typeMargins(question, place, values.slice(0, groups.length - place))}
            />
          ) : (
            <span />
          )}
          <Text size="sm" className={classes.figure}>
            {format.count(group.sum)}
          </Text>
          <Text
            size="sm"
            className={classes.figure}
            c={residueOf(group) === 0 ? "dimmed" : "var(--mantine-color-error)"}
          >
            {group.wanted === null ? "" : signed(residueOf(group))}
          </Text>
        </div>
      ))}
    </Stack>
  );
}

/** By how much the targets of a group miss what its percentage asks for. */
const residueOf = ({ sum, wanted }: PlannedGroup) => (wanted === null ? 0 : sum - wanted);
const signed = (figure: number) => (figure > 0 ? `+${figure}` : String(figure));

type PercentProps = {
  label: string;
  value: Typed;
  /** What it is while nothing is typed. */
  usual: number | null;
  /** One value, or as many as were pasted. */
  onChange: (values: Typed[]) => void;
};

export function Percent({ label, value, usual, onChange }: PercentProps) {
  const paste = (event: ClipboardEvent) => {
    const numbers = pastedShares(event.clipboardData.getData("text"));
    if (!numbers) return;
    event.preventDefault();
    onChange(numbers);
  };
  return (
    <NumberEntry
      size="xs"
      aria-label={label}
      placeholder={usual === null ? "" : String(Number(usual.toFixed(2)))}
      min={0}
      decimals={4}
      suffix="%"
      value={value === "" ? null : value}
      onChange={(next) => onChange([next ?? ""])}
      onPaste={paste}
      classNames={{ input: `${classes.figure} ${classes.usual}` }}
    />
  );
}
