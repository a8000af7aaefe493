"use client";

import { Button, Group, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { OrderForm } from "@/components/pickers/order-form";
import { FormPopover } from "@/components/ui/form-popover";
import { updateQuestion } from "@/lib/answers/queries";
import { orderBefore } from "@/lib/answers/questions/confirm-order";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { optionNames } from "@/lib/contracts/rules/option-names";
import { rankingOf } from "@/lib/contracts/rules/option-order";
import type { Undo } from "./use-undo";

type Props = {
  project: string;
  question: Question;
  /** Why the order cannot be confirmed now; null: it can. */
  refusal: string | null;
  undo: Undo;
};

/** Whether the options of a question are in an order that somebody confirmed. Values of options say so by themselves. */
export function OrderField({ project, question, refusal, undo }: Props) {
  const [opened, setOpened] = useState(false);
  const ranking = rankingOf(question);
  const done = (after: Question, says: string) =>
    undo.done({ says, back: () => updateQuestion({ project_id: project, ...orderBefore(question, after) }) });
  const withdraw = useMutation({
    mutationFn: async () => {
      const { id, version } = question;
      const after = await updateQuestion({ project_id: project, id, version, ranking: [] });
      await done(after, `The order of “${id}” was withdrawn.`);
    },
    onError: () => undo.refresh(),
  });
  if (validOptions(question).length < 2 || (ranking !== null && ranking.by !== "person")) return null;
  const names = optionNames(question.options);
  const nameOf = (code: number | undefined) => names.get(code ?? -1) ?? "";
  return (
    <Group gap="xs" role="group" aria-label="Order">
      <Text size="sm">
        {ranking
          ? `In order from “${nameOf(ranking.codes[0])}” (lowest) to “${nameOf(ranking.codes.at(-1))}” (highest).`
          : "The options have no confirmed order: top and bottom nets and changes from one to the next need one."}
      </Text>
      <FormPopover
        opened={opened}
        onChange={setOpened}
        target={
          <Button size="compact-sm" variant="default" disabled={refusal !== null} onClick={() => setOpened(!opened)}>
            {ranking ? "Change the order" : "Set the order"}
          </Button>
        }
      >
        {opened && (
          <OrderForm
            {...{ project, question }}
            onConfirmed={(after) => {
              setOpened(false);
              void done(after, `The order of “${question.id}” was confirmed.`);
            }}
          />
        )}
      </FormPopover>
      {ranking && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={refusal !== null}
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw the order
        </Button>
      )}
      {(withdraw.error?.message ?? refusal) && (
        <Text size="xs" c="dimmed">
          {withdraw.error?.message ?? refusal}
        </Text>
      )}
    </Group>
  );
}
