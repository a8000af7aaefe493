"use client";

import { Button, Group, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { OrderForm } from "@/components/pickers/order-form";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { ShareAsked } from "@/lib/contracts/interfaces/trend-shares";
import { may, QUESTIONS_REFUSED, type Role } from "@/lib/contracts/rules/permissions";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import { optionsToChoose } from "@/lib/tables/filter-words";
import { presetsOf, shareId } from "@/lib/trends/lines";

type Props = {
  project: string;
  role: Role;
  /** Those that have options. */
  questions: Question[];
  /** Null: a new one. */
  share: ShareAsked | null;
  others: readonly ShareAsked[];
  onSave: (share: ShareAsked) => void;
};

/** Whose answers are counted: a question, and which of its options. */
export function ShareForm({ project, role, questions, share, others, onSave }: Props) {
  const [id, setId] = useState(share?.questionId ?? null);
  const [codes, setCodes] = useState(share?.codes.map(String) ?? []);
  const question = questions.find((each) => each.id === id);
  const next = id === null ? null : { questionId: id, codes: codes.map(Number) };
  const isDouble = next !== null && others.some((other) => shareId(other) === shareId(next));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (next && next.codes.length > 0 && !isDouble) onSave(next);
      }}
    >
      <Stack gap="xs">
        <Select
          label="Question"
          data={questions.map((each) => ({ value: each.id, label: titleOf(each) }))}
          value={id}
          onChange={(chosen) => {
            setId(chosen);
            setCodes([]);
          }}
          searchable
          limit={50}
          nothingFoundMessage="No such question with options"
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {question && (
          <>
            <Presets {...{ project, role, question }} onChoose={(chosen) => setCodes(chosen.map(String))} />
            <MultiSelect
              label="Options that count"
              data={optionsToChoose(question).map(({ code, label }) => ({ value: String(code), label }))}
              value={codes}
              onChange={setCodes}
              searchable
              limit={100}
              nothingFoundMessage="No such option"
              comboboxProps={{ withinPortal: false }}
              error={isDouble && "This share is shown already. Choose other options."}
            />
          </>
        )}
        <Button type="submit" disabled={next === null || codes.length === 0}>
          {share === null ? "Show share" : "Save"}
        </Button>
      </Stack>
    </form>
  );
}

type PresetsProps = Pick<Props, "project" | "role"> & { question: Question; onChoose: (codes: number[]) => void };

function Presets({ project, role, question, onChoose }: PresetsProps) {
  const [isAsked, setAsked] = useState(false);
  const presets = presetsOf(question);
  if (presets === null) {
    const mayOrder = may(role, "answers:write");
    return (
      <>
        <Text size="xs" c="dimmed">
          Top and bottom boxes need to know the order of the options. {mayOrder ? "" : QUESTIONS_REFUSED}
        </Text>
        {mayOrder && !isAsked && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setAsked(true)}
            style={{ alignSelf: "flex-start" }}
          >
            Set the order
          </Button>
        )}
        {mayOrder && isAsked && <OrderForm key={question.id} project={project} question={question} />}
      </>
    );
  }
  if (presets.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label="Usual shares">
      {presets.map(({ name, codes }) => (
        <Button key={name} size="compact-sm" variant="light" onClick={() => onChoose(codes)}>
          {name}
        </Button>
      ))}
    </Group>
  );
}
