"use client";

import { Button, Checkbox, Group, Paper, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import { countsQuery } from "@/lib/answers/queries";
import {
  evenTargets,
  labelOf,
  type MarginDraft,
  optionsOf,
  readTargets,
  sharesNow,
  sumOf,
} from "@/lib/answers/weights/weight-draft";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import classes from "./questions.module.css";

type Props = {
  project: string;
  margin: MarginDraft;
  question: Question | undefined;
  onChange: (margin: MarginDraft) => void;
  onRemove: () => void;
};

const units = [
  { value: "percent", label: "Percent" },
  { value: "count", label: "Counts" },
];

/** The targets of one question: what each option's share shall be, beside what it is. */
export function MarginFields({ project, margin, question, onChange, onRemove }: Props) {
  const title = question ? titleOf(question) : margin.questionId;
  return (
    <Paper withBorder p="sm" component="section" aria-label={`Targets of ${margin.questionId}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={500} style={{ overflowWrap: "anywhere", minWidth: 0 }}>
            {title}
          </Text>
          <Group gap={6}>
            <SegmentedControl
              size="xs"
              aria-label={`Targets of ${margin.questionId} in`}
              data={units}
              value={margin.unit}
              onChange={(unit) => onChange({ ...margin, unit: unit === "count" ? "count" : "percent" })}
            />
            {question && (
              <>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() =>
                    onChange({ ...margin, unit: "percent", targets: evenTargets(question, margin.leftOut) })
                  }
                >
                  Even
                </Button>
                <PasteTargets {...{ margin, question, onChange }} />
              </>
            )}
            <Button size="compact-sm" variant="default" aria-label={`Take ${margin.questionId} out`} onClick={onRemove}>
              Take out
            </Button>
          </Group>
        </Group>
        {question ? (
          <TargetTable {...{ project, margin, question, onChange }} />
        ) : (
          <Text size="sm">This project has no question “{margin.questionId}” any more: take it out.</Text>
        )}
      </Stack>
    </Paper>
  );
}

type FieldProps = Pick<Props, "margin" | "onChange"> & { question: Question };

function TargetTable({ project, margin, question, onChange }: FieldProps & { project: string }) {
  const format = useFormat();
  const counts = useQuery(countsQuery(project));
  const counted = counts.data?.questions.find(({ id }) => id === question.id);
  const now = sharesNow(counted, question, margin);
  const numbers = new Map(counted?.counts.map(({ code, n }) => [code, n]));
  const set = (code: number, value: number | null) => {
    const { [code]: _, ...others } = margin.targets;
    onChange({ ...margin, targets: value === null ? others : { ...others, [code]: value } });
  };
  const leave = (code: number, isLeft: boolean) =>
    onChange({
      ...margin,
      leftOut: isLeft ? [...margin.leftOut, code] : margin.leftOut.filter((each) => each !== code),
    });
  return (
    <div style={{ overflowX: "auto" }}>
      <table className={classes.table} aria-label={`Targets of ${question.id}`} style={{ maxWidth: 720 }}>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col" style={{ textAlign: "right" }}>
              n
            </th>
            <th scope="col" style={{ textAlign: "right" }}>
              Now
            </th>
            <th scope="col">Target</th>
            <th scope="col">Leave out</th>
          </tr>
        </thead>
        <tbody>
          {optionsOf(question).map((option) => {
            const isLeft = margin.leftOut.includes(option.code);
            return (
              <tr key={option.code}>
                <td style={{ overflowWrap: "break-word" }}>{labelOf(option)}</td>
                <td className="figures">{counted ? format.count(numbers.get(option.code) ?? 0) : "…"}</td>
                <td className="figures">
                  {counted && !isLeft ? format.percent(Number((now.get(option.code) ?? 0).toFixed(1))) : "–"}
                </td>
                <td>
                  <NumberEntry
                    size="xs"
                    w={80}
                    min={0}
                    suffix={margin.unit === "percent" ? "%" : ""}
                    aria-label={`Target of ${labelOf(option)}`}
                    disabled={isLeft}
                    value={isLeft ? null : (margin.targets[option.code] ?? null)}
                    onChange={(value) => set(option.code, value)}
                  />
                </td>
                <td>
                  <Checkbox
                    size="xs"
                    aria-label={`Leave out ${labelOf(option)}`}
                    checked={isLeft}
                    onChange={({ currentTarget }) => leave(option.code, currentTarget.checked)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Sum</td>
            <td colSpan={2}>
              <Sum margin={margin} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const MOST_OFF = 0.05;

function Sum({ margin }: { margin: MarginDraft }) {
  const format = useFormat();
  const sum = sumOf(margin);
  if (margin.unit === "count") return <span className="figures">{format.hundredths(sum)}</span>;
  const off = Number((100 - sum).toFixed(4));
  const isOff = Math.abs(off) > MOST_OFF;
  const remark = off > 0 ? `${plain(off)}% missing` : `${plain(-off)}% too much`;
  return (
    <Text span size="sm" role="status" fw={600} {...(isOff && { c: "var(--mantine-color-error)" })}>
      {plain(sum)}%{isOff && ` · ${remark}`}
    </Text>
  );
}

const plain = (value: number) => String(Number(value.toFixed(2)));

function PasteTargets({ margin, question, onChange }: FieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<string[]>([]);
  const take = () => {
    const read = readTargets(text, question, margin.unit);
    setProblems(read.problems);
    if (read.problems.length > 0) return;
    onChange({ ...margin, targets: { ...margin.targets, ...read.targets } });
    setOpen(false);
  };
  return (
    <FormPopover
      opened={isOpen}
      onChange={setOpen}
      target={
        <Button size="compact-sm" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Paste
        </Button>
      }
    >
      <Stack gap="xs">
        <Textarea
          label={`Targets of ${question.id}`}
          description="A line an option: its label or code and the target, or the targets alone in this order."
          placeholder={"18–34\t30%\n35–54\t36%\n55 and over\t34%"}
          autosize
          minRows={4}
          maxRows={12}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {problems.slice(0, 5).map((problem) => (
          <Text key={problem} size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        ))}
        <Button size="xs" onClick={take} disabled={text.trim() === ""} style={{ alignSelf: "flex-start" }}>
          Take these targets
        </Button>
      </Stack>
    </FormPopover>
  );
}
