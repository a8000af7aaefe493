"use client";

import { Alert, Radio, Stack, Text } from "@mantine/core";
import {
  changedFields,
  conflictsOf,
  type DraftField,
  fieldText,
  type QuestionDraft,
  type Side,
} from "@/lib/answers/questions/question-draft";

type Props = {
  base: QuestionDraft;
  mine: QuestionDraft;
  theirs: QuestionDraft;
  choices: Partial<Record<DraftField, Side>>;
  onChoose: (field: DraftField, side: Side) => void;
};

const FEW = 12;

/** What somebody else made of the question while it was edited here; where both changed a part, whose holds. */
export function QuestionChanged({ base, mine, theirs, choices, onChoose }: Props) {
  const open = conflictsOf(base, mine, theirs);
  const others = changedFields(base, theirs).filter((field) => !open.includes(field));
  return (
    <Alert color="yellow" variant="light" role="alert" title="This question was changed meanwhile">
      <Stack gap="sm">
        {others.slice(0, FEW).map((field) => (
          <Text key={field} size="sm" style={{ overflowWrap: "anywhere" }}>
            {fieldText(field, theirs).name}: {fieldText(field, base).says} became {fieldText(field, theirs).says}. It
            stays so.
          </Text>
        ))}
        {others.length > FEW && <Text size="sm">And {others.length - FEW} changes more, which stay so.</Text>}
        {open.map((field) => (
          <Radio.Group
            key={field}
            label={`${fieldText(field, theirs).name}, before: ${fieldText(field, base).says}`}
            value={choices[field] ?? null}
            onChange={(side) => onChoose(field, side === "theirs" ? "theirs" : "mine")}
          >
            <Stack gap={6} mt={6}>
              <Radio value="mine" label={`Mine: ${fieldText(field, mine).says}`} />
              <Radio value="theirs" label={`Theirs: ${fieldText(field, theirs).says}`} />
            </Stack>
          </Radio.Group>
        ))}
        <Text size="sm">Save again to write what is chosen here.</Text>
      </Stack>
    </Alert>
  );
}
