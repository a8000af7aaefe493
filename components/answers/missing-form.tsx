"use client";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";
import { Refusable } from "@/components/ui/refusable";
import { useFormat } from "@/components/ui/use-format";
import { addMissing } from "@/lib/answers/columns/add-missing";
import { missingInWords } from "@/lib/answers/columns/together-words";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { usePlan } from "./plan-context";
import { NONE_TICKED } from "./take-as-menu";

type Props = { names: string[]; onDone: (plan: ImportPlan, sentences: string[]) => void };

/** Adds missing codes to all ticked columns at once. */
export function MissingForm({ names, onDone }: Props) {
  const [opened, setOpened] = useState(false);
  if (names.length === 0)
    return (
      <Refusable reason={NONE_TICKED}>
        {(refused) => (
          <Button size="xs" variant="default" {...refused}>
            Missing codes
          </Button>
        )}
      </Refusable>
    );
  return (
    <FormPopover
      opened={opened}
      onChange={setOpened}
      target={
        <Button size="xs" variant="default" onClick={() => setOpened(!opened)}>
          Missing codes
        </Button>
      }
    >
      <Codes
        names={names}
        onDone={(plan, sentences) => {
          setOpened(false);
          onDone(plan, sentences);
        }}
      />
    </FormPopover>
  );
}

function Codes({ names, onDone }: Props) {
  const format = useFormat();
  const { plan } = usePlan();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = addMissing(plan, names, text);
    if (typeof added === "string") return setProblem(added);
    onDone(added.plan, [missingInWords(added.outcome, format)]);
  };
  return (
    <Stack gap="sm" component="form" onSubmit={add}>
      <TextInput
        label="Codes that mean no answer"
        description="Added to those that each column has. With commas between them; a range as 97..99; who was not asked as -2 (not asked)."
        placeholder="-1, 99"
        value={text}
        error={problem}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(null);
        }}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button type="submit" size="xs">
          Add to {format.count(names.length)} {names.length === 1 ? "column" : "columns"}
        </Button>
      </Group>
    </Stack>
  );
}
