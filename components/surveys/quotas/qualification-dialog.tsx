"use client";

import { ActionIcon, Button, Card, Group, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { Qualification } from "@/lib/contracts/interfaces/survey-codec";
import { isUnknownAudience, type QuotaDraft } from "@/lib/surveys/draft";
import { isNumeric, type QuestionsById, readBands, writeBands } from "@/lib/surveys/qualification-text";

type Props = {
  quota: QuotaDraft;
  /** How the quota is called where it is shown. */
  name: string;
  questions: QuestionsById;
  onClose: () => void;
  onSave: (quota: QuotaDraft) => void;
};

/** Chooses who belongs to a quota: questions, and the options that qualify. */
export function QualificationDialog({ quota, name, questions, onClose, onSave }: Props) {
  // Keys of their own: a service may ask one question twice.
  const [rows, setRows] = useState(() => quota.qualifications.map((row, key) => ({ key, row })));
  const used = new Set(rows.map(({ row }) => String(row.question_id)));
  const free = [...questions.values()].filter(({ id }) => !used.has(String(id)));
  const incomplete = rows.some(({ row }) => row.allowed_option_ids.length === 0);
  const setRow = (at: number, next: Qualification) =>
    setRows(rows.map((old) => (old.key === at ? { key: at, row: next } : old)));
  return (
    <Dialog onClose={onClose} title={`Who belongs to ${name}`} size="lg">
      <Stack gap="sm">
        {rows.length === 0 && (
          <Text c="dimmed">
            {isUnknownAudience(quota)
              ? "The service did not say who belongs to this quota in a way that can be read. What you choose here replaces it."
              : "Everyone. Add a question to narrow it."}
          </Text>
        )}
        {rows.map(({ key, row }) => (
          <QualificationRow
            key={key}
            row={row}
            question={questions.get(String(row.question_id))}
            onChange={(next) => setRow(key, next)}
            onRemove={() => setRows(rows.filter((other) => other.key !== key))}
          />
        ))}
        <Select
          key={rows.length}
          aria-label="Add a question"
          placeholder="Add a question"
          leftSection={<IconPlus size={16} aria-hidden />}
          searchable
          value={null}
          data={free.map(({ id, name, text }) => ({
            value: String(id),
            label: name === text ? name : `${name}: ${text}`,
          }))}
          nothingFoundMessage="No question of that name is left"
          onChange={(id) => {
            const question = id === null ? undefined : questions.get(id);
            if (!question) return;
            const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
            setRows([...rows, { key, row: { question_id: question.id, allowed_option_ids: [] } }]);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={incomplete}
            onClick={() => {
              const { qualificationsUnknown: _unknown, ...known } = quota;
              onSave({ ...known, qualifications: rows.map(({ row }) => row) });
            }}
          >
            Apply
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type RowProps = {
  row: Qualification;
  question: Question | undefined;
  onChange: (row: Qualification) => void;
  onRemove: () => void;
};

function QualificationRow({ row, question, onChange, onRemove }: RowProps) {
  const name = question?.name ?? `Question ${row.question_id}`;
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" mb={6} wrap="nowrap">
        <div>
          <Text fw={600} size="sm">
            {name}
          </Text>
          {question && question.text !== name && (
            <Text size="xs" c="dimmed">
              {question.text}
            </Text>
          )}
        </div>
        <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      {question && isNumeric(question) ? (
        <Bands row={row} question={question} onChange={onChange} />
      ) : (
        <Options row={row} question={question} onChange={onChange} name={name} />
      )}
    </Card>
  );
}

/** Numbers are typed as bands: quicker and surer than ticking eighty years. */
function Bands({ row, question, onChange }: Omit<RowProps, "onRemove"> & { question: Question }) {
  const [text, setText] = useState(() => writeBands(row.allowed_option_ids, question));
  const read = readBands(text, question);
  const [first, last] = [question.options[0]?.text, question.options.at(-1)?.text];
  const hint = read
    ? `${read.length} of ${question.options.length} chosen.`
    : `From ${first} to ${last}, as in 18-24, 25-34.`;
  return (
    <TextInput
      aria-label={`${question.name} from and to`}
      placeholder="18-24, 25-34"
      value={text}
      description={hint}
      inputWrapperOrder={["input", "description", "error"]}
      error={text !== "" && !read ? `Type numbers or bands from ${first} to ${last}.` : null}
      data-autofocus={row.allowed_option_ids.length === 0 || undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        onChange({ ...row, allowed_option_ids: readBands(next, question) ?? [] });
      }}
    />
  );
}

function Options({ row, question, onChange, name }: RowPropsOf & { name: string }) {
  const known = question?.options ?? [];
  const ids = new Map<string, number | string>(
    [...known.map(({ id }) => id), ...row.allowed_option_ids].map((id) => [String(id), id]),
  );
  const texts = new Map(known.map(({ id, text }) => [String(id), text]));
  return (
    <MultiSelect
      aria-label={`Options of ${name}`}
      placeholder={row.allowed_option_ids.length > 0 ? "" : "Choose at least one"}
      searchable
      clearable
      value={row.allowed_option_ids.map(String)}
      data={[...ids.keys()].map((id) => ({ value: id, label: texts.get(id) ?? `#${id}` }))}
      onChange={(chosen) => onChange({ ...row, allowed_option_ids: chosen.map((id) => ids.get(id) ?? id) })}
    />
  );
}

type RowPropsOf = Omit<RowProps, "onRemove">;
