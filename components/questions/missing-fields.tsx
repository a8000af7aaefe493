"use client";

import { Anchor, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { countsAs, markAs, markRefusal } from "@/lib/answers/questions/mark-missing";
import { missingText, readMissing } from "@/lib/answers/questions/prepare-missing";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { CountedValue } from "@/lib/contracts/ours/questions";
import { CountsAsField } from "./option-rows";
import classes from "./questions.module.css";

type Props = { draft: QuestionDraft; onDraft: (draft: QuestionDraft) => void; readOnly: boolean };

/** Missing codes: those to be marked, where they can be; those that the file was read with only stand there. */
export function MissingField({ question, ...props }: Props & { question: Question }) {
  const read = props.draft.missing.filter(({ marked }) => !marked);
  return (
    <div>
      <MarkedField {...props} read={read} isDate={question.kind === "date"} />
      {read.length > 0 && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          The file was read with the missing codes {missingText(read)}.
        </Text>
      )}
    </div>
  );
}

const NUMBER_CODES =
  "Such as 98, 97 (not asked), 200..: single values and ranges that are no answers. What is not marked as not asked counts as no answer.";
const DATE_CODES =
  "Such as 1900-01-01, 2099-12-31 (not asked): dates that are no answers. What is not marked as not asked counts as no answer.";

/** Missing codes as a person writes them. */
function MarkedField({ draft, onDraft, readOnly, read, isDate }: Props & { read: MissingCode[]; isDate: boolean }) {
  const later = draft.missing.filter(({ marked }) => marked);
  const text = missingText(later);
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  if (shown !== text) {
    setShown(text);
    setTyped(text);
    setProblem(null);
  }
  const take = () => {
    const codes = readMissing(typed, later);
    if (typeof codes === "string") return setProblem(codes);
    setProblem(null);
    if (missingText(codes) !== text) {
      onDraft({ ...draft, missing: [...read, ...codes.map((code) => ({ ...code, marked: true as const }))] });
    }
  };
  return (
    <TextInput
      label="Missing codes"
      description={isDate ? DATE_CODES : NUMBER_CODES}
      placeholder="None"
      value={typed}
      readOnly={readOnly}
      error={problem}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
      }}
    />
  );
}

type ValuesProps = Props & { values: CountedValue[] };

/** The most frequent answers of a question without options, each marked as missing with one click. */
export function ValueRows({ draft, onDraft, readOnly, values }: ValuesProps) {
  const format = useFormat();
  const [all, setAll] = useState(false);
  if (values.length === 0) return null;
  const shown = all ? values : values.slice(0, FEW);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Most frequent answers
      </Text>
      <ul className={classes.list} aria-label="Most frequent answers">
        {shown.map(({ value, n }) => (
          <li key={String(value)} className={classes.option}>
            <div className={classes.fields} style={{ paddingLeft: 4 }}>
              <Text size="sm" className={classes.label ?? ""} lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                {value === "" ? "(empty)" : String(value)}
              </Text>
              <Text size="xs" className="figures">
                {format.count(n)}
              </Text>
              <CountsAsField
                name={String(value)}
                as={countsAs(draft.missing, [value])}
                refusal={readOnly ? null : markRefusal(draft.missing, [value])}
                readOnly={readOnly}
                onChange={(next) => onDraft({ ...draft, missing: markAs(draft.missing, [value], next) })}
              />
            </div>
          </li>
        ))}
      </ul>
      {values.length > FEW && (
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={() => setAll(!all)}>
            {all ? "Show fewer" : `Show ${format.count(values.length)}`}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}

const FEW = 8;
