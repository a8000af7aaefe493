"use client";

import { Anchor, Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { OrderForm } from "@/components/pickers/order-form";
import { FormPopover } from "@/components/ui/form-popover";
import { isAbout, updateQuestion } from "@/lib/answers/queries";
import { sortChange } from "@/lib/answers/questions/confirm-order";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { orderProblem } from "@/lib/contracts/rules/option-order";
import { may, QUESTIONS_REFUSED, type Role } from "@/lib/contracts/rules/permissions";
import { titleOf } from "@/lib/contracts/rules/question-rules";

type Props = { project: string; question: Question; role: Role };

const problems: Record<NonNullable<ReturnType<typeof orderProblem>>, string> = {
  unconfirmed: "have no confirmed order",
  partial: "have values in part",
  unsorted: "are not shown in their order",
};

/** Asks for the order of the options that are the buckets: without it nothing is said from one to the next. */
export function ByOrder({ project, question, role }: Props) {
  const problem = orderProblem(question);
  if (problem === null) return null;
  const says = `The options of “${titleOf(question)}” ${problems[problem]}, so they are shown without lines, changes and rolling means.`;
  return (
    <Group gap="xs" w="100%">
      <Text size="xs" c="dimmed">
        {says} {!may(role, "answers:write") && QUESTIONS_REFUSED}
      </Text>
      {may(role, "answers:write") && <Remedy {...{ project, question, problem }} />}
    </Group>
  );
}

type RemedyProps = Omit<Props, "role"> & { problem: NonNullable<ReturnType<typeof orderProblem>> };

function Remedy({ project, question, problem }: RemedyProps) {
  const [opened, setOpened] = useState(false);
  if (problem === "unsorted") return <SortButton {...{ project, question }} />;
  if (problem === "partial") {
    return (
      <Anchor
        component={Link}
        href={`/questions?${new URLSearchParams({ project, question: question.id })}`}
        prefetch={false}
        size="xs"
      >
        Give all options values, or mark them as no answer
      </Anchor>
    );
  }
  return (
    <FormPopover
      opened={opened}
      onChange={setOpened}
      target={
        <Button size="compact-xs" variant="default" onClick={() => setOpened(!opened)}>
          Set the order
        </Button>
      }
    >
      {opened && <OrderForm {...{ project, question }} onConfirmed={() => setOpened(false)} />}
    </FormPopover>
  );
}

function SortButton({ project, question }: Omit<Props, "role">) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => updateQuestion({ project_id: project, ...sortChange(question) }),
    onSettled: () => queries.invalidateQueries({ predicate: isAbout(project) }),
  });
  return (
    <>
      <Button size="compact-xs" variant="default" loading={isPending} onClick={() => mutate()}>
        Show options in their order
      </Button>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
    </>
  );
}
