"use client";

import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import { Pages } from "@/components/ui/pages";
import { tip } from "@/components/ui/tip";
import { type CountsAs, countsAs, markAs, markRefusal } from "@/lib/answers/questions/mark-missing";
import { moved, type QuestionDraft, withValues } from "@/lib/answers/questions/question-draft";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { MoveMenu } from "./move-menu";
import classes from "./questions.module.css";
import { Share } from "./share";
import { SortMenu } from "./sort-menu";
import { type Grip, useDrag } from "./use-drag";

const PAGE_SIZE = 50;

type Option = QuestionDraft["options"][number];

type Props = {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  readOnly: boolean;
  counted: CountedQuestion | undefined;
  /** The cells of the file that mean an option; absent where answers are not marked as missing here. */
  cellsOf?: (code: number) => readonly (string | number)[];
  /** What else stands in an option's row. */
  extra?: (option: Option) => ReactNode;
  onRemove?: (code: number) => void;
};

/** The options of a question: label, order, value, how often each was chosen, and what it counts as. */
export function OptionRows(props: Props) {
  const { draft, onDraft, readOnly, cellsOf, counted } = props;
  const [page, setPage] = useState(1);
  const drag = useDrag((from, to) => onDraft({ ...draft, options: moved(draft.options, from, to) }));
  const shown = Math.min(page, Math.max(1, Math.ceil(draft.options.length / PAGE_SIZE)));
  const first = (shown - 1) * PAGE_SIZE;
  const isMissing = (code: number) => cellsOf !== undefined && countsAs(draft.missing, cellsOf(code)) !== null;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          Options
        </Text>
        {!readOnly && (
          <Group gap="sm">
            <SortMenu {...{ draft, onDraft, counted, isMissing }} />
            <Group gap={6} role="group" aria-label="Values of all options">
              <Text size="xs" c="dimmed">
                Values:
              </Text>
              {presets.map(({ preset, label, name }) => (
                <Button
                  key={preset}
                  size="compact-xs"
                  variant="default"
                  aria-label={name}
                  onClick={() => onDraft(withValues(draft, preset, isMissing))}
                >
                  {label}
                </Button>
              ))}
            </Group>
          </Group>
        )}
      </Group>
      <ol className={classes.list}>
        {draft.options.slice(first, first + PAGE_SIZE).map((option, at) => (
          <li key={option.code} className={classes.option} {...(!readOnly && drag.row(first + at))}>
            <OptionRow {...props} option={option} at={first + at} grip={drag.grip(first + at)} />
          </li>
        ))}
      </ol>
      <Pages total={draft.options.length} pageSize={PAGE_SIZE} page={shown} onChange={setPage} />
    </Stack>
  );
}

const presets = [
  { preset: "ascending", label: "1, 2, 3…", name: "Values 1, 2, 3 in this order" },
  { preset: "descending", label: "Reverse", name: "Values in reverse order" },
  { preset: "none", label: "None", name: "None: options without values" },
] as const;

function OptionRow({
  draft,
  onDraft,
  readOnly,
  counted,
  cellsOf,
  extra,
  onRemove,
  option,
  at,
  grip,
}: Props & { option: Option; at: number; grip: Grip }) {
  const { code, label, value } = option;
  const name = label || `option ${code}`;
  const change = (more: Partial<Option>) =>
    onDraft({ ...draft, options: draft.options.map((each) => (each.code === code ? { ...each, ...more } : each)) });
  const cells = cellsOf?.(code);
  const as = cells ? countsAs(draft.missing, cells) : null;
  return (
    <>
      {!readOnly && (
        <MoveMenu
          {...{ name, at, grip }}
          length={draft.options.length}
          onMove={(to) => onDraft({ ...draft, options: moved(draft.options, at, to) })}
        />
      )}
      <div className={classes.fields}>
        <TextInput
          size="xs"
          className={classes.label ?? ""}
          aria-label={`Label of ${code}`}
          value={label}
          readOnly={readOnly}
          error={label.trim() === "" && "A label is needed."}
          onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        />
        {extra?.(option)}
        <NumberEntry
          size="xs"
          w={80}
          aria-label={`Value of ${name}`}
          placeholder="No value"
          value={value}
          readOnly={readOnly}
          onChange={(given) => change({ value: given })}
        />
        <Share counted={counted} code={code} isMissing={as !== null} />
        {cells && (
          <CountsAsField
            name={name}
            as={as}
            refusal={readOnly ? null : markRefusal(draft.missing, cells)}
            readOnly={readOnly}
            onChange={(next) => onDraft({ ...draft, missing: markAs(draft.missing, cells, next) })}
          />
        )}
        {onRemove && !readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(code)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </>
  );
}

const choices = [
  { value: "answer", label: "Answer" },
  { value: "not_asked", label: "Not asked" },
  { value: "no_answer", label: "No answer" },
];

type CountsAsProps = {
  name: string;
  as: CountsAs;
  refusal: string | null;
  readOnly: boolean;
  onChange: (as: CountsAs) => void;
};

/** Whether a value is an answer, or which kind of none. */
export function CountsAsField({ name, as, refusal, readOnly, onChange }: CountsAsProps) {
  const control = (
    <SegmentedControl
      size="xs"
      aria-label={`${name} counts as`}
      data={choices}
      value={as ?? "answer"}
      disabled={readOnly || refusal !== null}
      onChange={(value) => onChange(value === "not_asked" || value === "no_answer" ? value : null)}
    />
  );
  return refusal === null ? control : <span {...tip(refusal)}>{control}</span>;
}
