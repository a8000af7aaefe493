import { Fieldset, Group, Select, TagsInput, TextInput } from "@mantine/core";
import { NumberEntry } from "@/components/ui/number-entry";
import {
  type AnswerTest,
  answerTests,
  askedKey,
  type RuleQuestion,
  type SideForm,
} from "@/lib/respondents/coherence-form";

type Props = {
  legend: string;
  side: SideForm;
  questions: readonly RuleQuestion[];
  /** Its answer is named, and not only its number. */
  isTogether: boolean;
  error: string | undefined;
  onChange: (side: SideForm) => void;
};

/** Stands among the questions for any that has certain words, in whichever survey. */
const BY_TEXT = "by text";

const testNames: Record<AnswerTest, string> = {
  answers: "is one of",
  under: "is under",
  over: "is over",
  between: "is between",
};

/** One of the two questions of a rule, and the answer that is meant. */
export function CoherenceSide({ legend, side, questions, isTogether, error, onChange }: Props) {
  const { asked, test } = side;
  const one = asked && questions.find(({ value }) => value === askedKey(asked));
  const isByText = asked !== null && !one && asked.question_id === undefined;
  const choose = (value: string | null) => {
    if (value === BY_TEXT) return onChange({ ...side, asked: { text_contains: "" } });
    const chosen = questions.find((each) => each.value === value);
    if (!chosen) return;
    const fits: AnswerTest = chosen.isNumeric ? (test === "answers" ? "under" : test) : "answers";
    onChange({ ...side, asked: chosen.asked, test: fits, ...(chosen !== one && { answers: [] }) });
  };
  const own = questions.map(({ value, label }) => ({ value, label }));
  const elsewhere =
    asked?.question_id !== undefined && !one
      ? [{ value: askedKey(asked), label: `${asked.question_id} (of another survey)` }]
      : [];
  return (
    <Fieldset legend={legend}>
      <Group gap="sm" align="flex-start">
        <Select
          label="Question"
          data={[...own, ...elsewhere, { value: BY_TEXT, label: "Any question whose text contains…" }]}
          value={asked && (isByText ? BY_TEXT : askedKey(asked))}
          onChange={choose}
          error={error}
          searchable
          allowDeselect={false}
          limit={200}
          style={{ flex: "1 1 260px" }}
        />
        {isByText && (
          <TextInput
            label="Words in its text"
            placeholder="how old are you"
            maxLength={200}
            value={asked.text_contains ?? ""}
            onChange={(event) => onChange({ ...side, asked: { text_contains: event.currentTarget.value } })}
            style={{ flex: "1 1 200px" }}
          />
        )}
        {isTogether && <AnswerFields side={side} offered={one?.answers ?? []} onChange={onChange} />}
      </Group>
    </Fieldset>
  );
}

type AnswerProps = { side: SideForm; offered: readonly string[]; onChange: (side: SideForm) => void };

function AnswerFields({ side, offered, onChange }: AnswerProps) {
  const { test, answers, under, over } = side;
  return (
    <>
      <Select
        label="Answer"
        data={answerTests.map((value) => ({ value, label: testNames[value] }))}
        value={test}
        allowDeselect={false}
        onChange={(value) => onChange({ ...side, test: answerTests.find((each) => each === value) ?? test })}
        w={130}
      />
      {test === "answers" && (
        <TagsInput
          label="Answers"
          data={[...offered]}
          value={answers}
          maxTags={50}
          onChange={(chosen) => onChange({ ...side, answers: chosen.map((each) => each.slice(0, 200)) })}
          splitChars={[]}
          style={{ flex: "1 1 200px" }}
        />
      )}
      {(test === "over" || test === "between") && (
        <NumberEntry
          label={test === "over" ? "Number" : "Over"}
          value={over}
          onChange={(value) => onChange({ ...side, over: value })}
          w={90}
        />
      )}
      {(test === "under" || test === "between") && (
        <NumberEntry
          label={test === "under" ? "Number" : "Under"}
          value={under}
          onChange={(value) => onChange({ ...side, under: value })}
          w={90}
        />
      )}
    </>
  );
}
