"use client";

import { Button, Group, Paper, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AnswerFilter } from "@/components/pickers/answer-filter";
import { OrderForm } from "@/components/pickers/order-form";
import { previewQuery } from "@/lib/answers/queries";
import {
  allPairs,
  bandsAgain,
  bandsBetween,
  blankNet,
  boxNets,
  hasBoxes,
  MOST_PAIRS,
  quantileEdges,
  readEdges,
  seemWhole,
  widthEdges,
} from "@/lib/answers/questions/derive-draft";
import { YES_NO } from "@/lib/answers/questions/edit-question";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { titleOf } from "@/lib/contracts/rules/question-rules";

import { FormulaFields } from "./formula-fields";

type Made = (draft: QuestionDraft, id: string) => void;
type Props = {
  form: Derivation["form"];
  project: string;
  questions: Question[];
  draft: QuestionDraft;
  /** What bands are made of, until another question is chosen. */
  of?: Question | null;
  onMade: Made;
};

/** What a derived question is made of, and a first suggestion of its options. */
export function DerivedSource(props: Props) {
  const { form } = props;
  if (form === "bands") return <BandSource {...props} />;
  if (form === "nets") return <NetSource {...props} />;
  if (form === "formula") return <FormulaSource {...props} />;
  return form === "combination" ? <PairSource {...props} /> : <FilterSource {...props} />;
}

/** What was made of other questions than are chosen now goes. */
const withoutSource = (draft: QuestionDraft): QuestionDraft => ({ ...draft, options: [], derivation: null });

const hasNumbers = ({ kind, options }: Question) =>
  kind === "numeric" || (kind === "scale" && options.some(({ value }) => value !== null));
const hasOptions = ({ options }: Question) => options.length > 0;
const hasOneAnswer = (question: Question) => hasOptions(question) && question.kind !== "multiple";

type SelectProps = {
  label: string;
  questions: Question[];
  fits: (question: Question) => boolean;
  value: string | null;
  onChange: (question: Question) => void;
};

function SourceSelect({ label, questions, fits, value, onChange }: SelectProps) {
  const fitting = questions.filter(fits);
  return (
    <Select
      label={label}
      placeholder={fitting.length > 0 ? "Choose a question" : "No question fits"}
      data={fitting.map((question) => ({ value: question.id, label: titleOf(question) }))}
      value={value}
      onChange={(id) => {
        const chosen = fitting.find((question) => question.id === id);
        if (chosen) onChange(chosen);
      }}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage="No such question"
      style={{ flex: "1 1 220px" }}
    />
  );
}

const NUMBERS = { bands: [3, 4, 5, 10], widths: [5, 10] } as const;

function BandSource({ project, questions, draft, of: first = null, onMade }: Props) {
  const [source, setSource] = useState(first);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useQuery({ ...previewQuery(project, { id: source?.id ?? "" }), enabled: source !== null });
  const known = data && data.id === source?.id ? data : undefined;
  const areWhole = seemWhole([
    ...(known?.tenths ?? []),
    ...(known?.numbers ? [known.numbers.min, known.numbers.max] : []),
  ]);
  const make = (edges: readonly number[], of = source) => {
    if (!of) return;
    setProblem(null);
    setTyped(edges.join(", "));
    onMade({ ...draft, ...bandsAgain(draft, bandsBetween(of.id, edges, areWhole)) }, `${of.id} bands`);
  };
  const choose = (of: Question) => {
    if (of.id === source?.id) return;
    setSource(of);
    setTyped("");
    setProblem(null);
    if (draft.derivation) onMade(withoutSource(draft), "");
  };
  const take = () => {
    const edges = readEdges(typed);
    if (typeof edges === "string") setProblem(edges);
    else make(edges);
  };
  return (
    <Stack gap="sm">
      <Group>
        <SourceSelect
          label="Bands of"
          questions={questions}
          fits={hasNumbers}
          value={source?.id ?? null}
          onChange={choose}
        />
      </Group>
      {source && (
        <>
          <Group gap={6} role="group" aria-label="Suggested bands">
            <Text size="sm" c="dimmed">
              Suggest:
            </Text>
            {NUMBERS.bands.map((bands) => (
              <Button
                key={bands}
                size="compact-sm"
                variant="default"
                disabled={!known?.tenths}
                onClick={() => known?.tenths && make(quantileEdges(known.tenths, bands))}
              >
                {bands} equal groups
              </Button>
            ))}
            {NUMBERS.widths.map((bands) => (
              <Button
                key={bands}
                size="compact-sm"
                variant="default"
                disabled={!known?.numbers}
                onClick={() => known?.numbers && make(widthEdges(known.numbers.min, known.numbers.max, bands))}
              >
                about {bands} equal widths
              </Button>
            ))}
          </Group>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Edges"
              placeholder="18, 30, 45, 60"
              value={typed}
              error={problem}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={({ key }) => {
                if (key === "Enter") take();
              }}
              style={{ flex: "1 1 200px" }}
            />
            <Button variant="default" onClick={take}>
              Make bands
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function NetSource({ project, questions, draft, onMade }: Props) {
  const { derivation } = draft;
  const id = derivation?.form === "nets" ? derivation.questionId : null;
  const source = questions.find((question) => question.id === id);
  /** The question whose order is asked for, since its nets go by it. */
  const [unordered, setUnordered] = useState<string | null>(null);
  const makeBoxes = (of: Question) => {
    const boxes = boxNets(of);
    setUnordered(boxes ? null : of.id);
    if (boxes) onMade({ ...draft, ...boxes }, `${of.id} top 2`);
  };
  return (
    <>
      <Group align="flex-end" gap="sm">
        <SourceSelect
          label="Nets of"
          questions={questions}
          fits={hasOptions}
          value={id}
          onChange={(of) => onMade({ ...draft, ...blankNet(of) }, `${of.id} nets`)}
        />
        <Button
          variant="default"
          disabled={!source || !hasBoxes(source)}
          onClick={() => source && makeBoxes(source)}
          {...(source && unordered === source.id && { "aria-expanded": true })}
        >
          Top 2, middle, bottom 2
        </Button>
      </Group>
      {source && unordered === source.id && (
        <Paper withBorder p="sm">
          <Text size="sm" mb="xs">
            The options of “{titleOf(source)}” have no confirmed order, so it is not known which are the top ones.
          </Text>
          <OrderForm key={source.id} project={project} question={source} onConfirmed={makeBoxes} />
        </Paper>
      )}
    </>
  );
}

function PairSource({ questions, draft, onMade }: Props) {
  const { derivation } = draft;
  const made = derivation?.form === "combination" ? derivation.questionIds : [];
  const begun = (at: number) => questions.find(({ id }) => id === made[at]) ?? null;
  const [first, setFirst] = useState(() => begun(0));
  const [second, setSecond] = useState(() => begun(1));
  const [problem, setProblem] = useState<string | null>(null);
  const make = (one: Question | null, other: Question | null) => {
    setFirst(one);
    setSecond(other);
    if (!one || !other) return;
    const pairs = one.options.length * other.options.length;
    const tooMany = `That would be ${pairs} pairs, more than ${MOST_PAIRS}: make nets of their options first, and combine those.`;
    setProblem(pairs > MOST_PAIRS ? tooMany : null);
    if (pairs <= MOST_PAIRS) onMade({ ...draft, ...allPairs(one, other) }, `${one.id} × ${other.id}`);
    else if (draft.derivation) onMade(withoutSource(draft), "");
  };
  return (
    <>
      <Group gap="sm">
        <SourceSelect
          label="First question"
          questions={questions}
          fits={(each) => hasOneAnswer(each) && each.id !== second?.id}
          value={first?.id ?? null}
          onChange={(question) => make(question, second)}
        />
        <SourceSelect
          label="Second question"
          questions={questions}
          fits={(each) => hasOneAnswer(each) && each.id !== first?.id}
          value={second?.id ?? null}
          onChange={(question) => make(first, question)}
        />
      </Group>
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}

function FormulaSource({ questions, draft, onMade }: Props) {
  return <FormulaFields {...{ draft, questions }} saved={null} onDraft={(next) => onMade(next, "Formula")} />;
}

function FilterSource({ questions, draft, onMade }: Props) {
  if (draft.derivation) return null;
  return (
    <>
      <Text size="sm">Responses that meet all conditions are Yes, the others No.</Text>
      <AnswerFilter
        items={[]}
        questions={questions}
        onChange={(filter) => onMade({ ...draft, options: YES_NO, derivation: { form: "filter", filter } }, "Filter")}
      />
    </>
  );
}
