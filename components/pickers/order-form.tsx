"use client";

import { ActionIcon, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isAbout, updateQuestion } from "@/lib/answers/queries";
import { orderChange, orderToConfirm } from "@/lib/answers/questions/confirm-order";
import type { Question } from "@/lib/contracts/interfaces/answers";
import classes from "./order-form.module.css";

type Props = {
  project: string;
  question: Question;
  onConfirmed?: (confirmed: Question) => void;
};

/** The options of a question, put into their order by a person who says which end is the highest. */
export function OrderForm({ project, question, onConfirmed }: Props) {
  const [options, setOptions] = useState(() => orderToConfirm(question));
  const [first, setFirst] = useState<"lowest" | "highest" | null>(null);
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (first: "lowest" | "highest") =>
      updateQuestion({
        project_id: project,
        ...orderChange(
          question,
          options.map(({ code }) => code),
          first,
        ),
      }),
    onSuccess: async (confirmed) => {
      await queries.invalidateQueries({ predicate: isAbout(project) });
      onConfirmed?.(confirmed);
    },
  });
  const swap = (at: number, to: number) => {
    const [one, other] = [options[at], options[to]];
    if (one && other) setOptions(options.with(at, other).with(to, one));
  };
  return (
    <Stack gap="xs" role="group" aria-label="Order of the options">
      <Text size="xs">Put the options into their order, and say which end is the highest.</Text>
      <ol className={classes.list}>
        {options.map(({ code, label }, at) => (
          <li key={code} className={classes.option}>
            <span className={classes.label}>{label}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Move ${label} up`}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            >
              <IconChevronUp size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Move ${label} down`}
              disabled={at === options.length - 1}
              onClick={() => swap(at, at + 1)}
            >
              <IconChevronDown size={14} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <Radio.Group
        label="The first option is"
        size="xs"
        value={first}
        onChange={(value) => setFirst(value === "highest" ? "highest" : "lowest")}
      >
        <Group gap="md" mt={4}>
          <Radio size="xs" value="highest" label="The highest" />
          <Radio size="xs" value="lowest" label="The lowest" />
        </Group>
      </Radio.Group>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error.message}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        disabled={first === null}
        onClick={() => first !== null && mutate(first)}
        style={{ alignSelf: "flex-start" }}
      >
        Confirm order
      </Button>
    </Stack>
  );
}
