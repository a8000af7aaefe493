"use client";

import { Checkbox, Group, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { mergeChanges } from "@/lib/answers/questions/merge-changes";
import { pastedLabels, pastedTexts } from "@/lib/answers/questions/paste-setup";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { type CopiedPart, copiedParts } from "@/lib/contracts/terms/question-changes";
import { optionsToChoose } from "@/lib/tables/filter-words";
import { type ChangeFormProps, ChangeFrame } from "./change-frame";

const idsOf = (questions: readonly Question[]) => questions.map(({ id }) => id);

export function GridDialog({ chosen, ...rest }: ChangeFormProps) {
  const [text, setText] = useState(chosen.find(({ grid }) => grid)?.grid?.text ?? "");
  const read = () =>
    text.trim() === ""
      ? "Type the text that the questions share."
      : [{ change: "grid" as const, ids: idsOf(chosen), text: text.trim() }];
  return (
    <ChangeFrame title="Group into a grid" read={read} {...rest}>
      <TextInput
        label="Text of the grid"
        description="The questions stand together under this text. Answers stay as they are."
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
    </ChangeFrame>
  );
}

export function GroupDialog({ chosen, ...rest }: ChangeFormProps) {
  const [id, setId] = useState(`${chosen[0]?.id ?? "group"}_all`.slice(0, 200));
  const [text, setText] = useState(chosen[0]?.grid?.text ?? "");
  const read = () =>
    id.trim() === ""
      ? "Type an id for the question."
      : [{ change: "group" as const, ids: idsOf(chosen), id: id.trim(), text: text.trim() }];
  return (
    <ChangeFrame title="Group into one multiple-choice question" read={read} {...rest}>
      <Text size="sm">
        Questions that say only whether something was chosen become an option each. Questions that each hold one of
        several choices share their options.
      </Text>
      <TextInput label="Id" value={id} onChange={({ currentTarget }) => setId(currentTarget.value)} data-autofocus />
      <TextInput label="Text" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
    </ChangeFrame>
  );
}

/** Options of the first question; others that have options of the same labels are merged as well. */
export function MergeDialog({ chosen, ...rest }: ChangeFormProps) {
  const [first] = chosen;
  const options = first ? optionsToChoose(first) : [];
  const [into, setInto] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const read = () => {
    const merged = codes.filter((code) => code !== into);
    if (into === null || merged.length === 0) return "Choose the options to merge and the option that they become.";
    const changes = mergeChanges(chosen, { codes: merged.map(Number), into: Number(into) });
    return changes.length > 0 ? changes : "No selected question has these options.";
  };
  return (
    <ChangeFrame title="Merge options" read={read} {...rest}>
      <Text size="sm">
        Answers of the merged options count as the other one, and the merged options are deleted.
        {chosen.length > 1 && " Questions with options of the same labels are changed as well."}
      </Text>
      <Checkbox.Group label="Options to merge" value={codes} onChange={setCodes}>
        <Stack gap={4} mt={4} mah="40vh" style={{ overflow: "auto" }}>
          {options.map(({ code, label }) => (
            <Checkbox key={code} size="xs" value={String(code)} label={label} disabled={String(code) === into} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label="Merge into"
        data={options.map(({ code, label }) => ({ value: String(code), label }))}
        value={into}
        onChange={setInto}
        searchable
      />
    </ChangeFrame>
  );
}

export const partNames: Record<CopiedPart, string> = {
  ...{ labels: "Labels of options", values: "Values of options" },
  ...{ order: "Order of options", missing: "Missing codes" },
};

export function CopyDialog({ chosen, questions, ...rest }: ChangeFormProps) {
  const [from, setFrom] = useState<string | null>(null);
  const [parts, setParts] = useState<string[]>([...copiedParts]);
  const wanted = copiedParts.filter((part) => parts.includes(part));
  const read = () => {
    if (from === null) return "Choose the question to copy from.";
    if (wanted.length === 0) return "Choose what to copy.";
    return [{ change: "copy" as const, ids: idsOf(chosen), from: { id: from }, parts: wanted }];
  };
  const sources = questions.filter(({ options, missing }) => options.length + missing.length > 0);
  return (
    <ChangeFrame title="Copy set-up from a question" read={read} {...rest}>
      <Select
        label="Copy from"
        data={sources.map((question) => ({ value: question.id, label: nameOf(question) }))}
        value={from}
        onChange={setFrom}
        searchable
        limit={100}
        data-autofocus
      />
      <Checkbox.Group label="Copied" value={parts} onChange={setParts}>
        <Group gap="md" mt={4}>
          {copiedParts.map((part) => (
            <Checkbox key={part} size="xs" value={part} label={partNames[part]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Text size="xs" c="dimmed">
        Options are the same where the file has the same cell for them, else where their labels are equal.
      </Text>
    </ChangeFrame>
  );
}

const nameOf = (question: Question) => {
  const title = titleOf(question);
  return title === question.id ? title : `${question.id}: ${title}`;
};

const pasteForms = {
  texts: {
    name: "Texts of questions",
    hint: "One column: the texts of the selected questions, in the order of the table. Two columns: ids and texts.",
  },
  labels: {
    name: "Labels of options",
    hint: "One column: labels in the order of the options. Two columns: codes and labels. A third column: values. Every selected question gets them.",
  },
} as const;
type PasteForm = keyof typeof pasteForms;

export function PasteDialog({ chosen, questions, ...rest }: ChangeFormProps) {
  const [form, setForm] = useState<PasteForm>("texts");
  const [text, setText] = useState("");
  const { count } = useFormat();
  const read = () => {
    const { changes, problems } = form === "texts" ? pastedTexts(text, chosen, questions) : pastedLabels(text, chosen);
    return problems.length > 0 ? problems.join(" ") : changes;
  };
  return (
    <ChangeFrame title="Paste from a spreadsheet" read={read} isReady={text.trim() !== ""} {...rest}>
      <Select
        label="Pasted"
        data={Object.entries(pasteForms).map(([value, { name }]) => ({ value, label: name }))}
        value={form}
        onChange={(next) => setForm(next === "labels" ? "labels" : "texts")}
        allowDeselect={false}
      />
      <Textarea
        label="Cells"
        description={`${pasteForms[form].hint} Selected: ${count(chosen.length)}.`}
        rows={8}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
    </ChangeFrame>
  );
}
