"use client";

import {
  ActionIcon,
  Card,
  Checkbox,
  Collapse,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { isNumeric } from "@/lib/surveys/qualification-text";
import { toggleOption, writeGroups } from "@/lib/surveys/quotas/interlock";
import type { InterlockControl, TypedDimension } from "./use-interlock";

/** Chooses questions and the groups that each is divided into; Enter in a field goes on to the next question. */
export function InterlockQuestions({ control }: { control: InterlockControl }) {
  const { dimensions, free } = control;
  const adder = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const add = (id: string | null) => {
    const question = id === null ? undefined : control.addQuestion(id);
    if (!question) return;
    setSearch("");
    // Groups that are not given already are typed next.
    setAdded(isNumeric(question) ? String(question.id) : null);
  };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    // An option that the arrows have reached is the list's own to choose.
    const found = adder.current?.getAttribute("aria-activedescendant") ? undefined : bestNamed(search, free);
    if (!found) return;
    event.preventDefault();
    event.stopPropagation();
    add(String(found.id));
  };
  return (
    <Stack gap="xs">
      {dimensions.map((dimension) => (
        <DimensionCard
          key={String(dimension.question.id)}
          dimension={dimension}
          control={control}
          isAdded={added === String(dimension.question.id)}
          onDone={() => adder.current?.focus()}
        />
      ))}
      <div onKeyDownCapture={onKeyDownCapture}>
        <Select
          ref={adder}
          key={dimensions.length}
          label={dimensions.length === 0 ? "Question" : "Another question"}
          placeholder="Type a part of its name"
          leftSection={<IconPlus size={16} aria-hidden />}
          searchable
          selectFirstOptionOnChange
          openOnFocus={false}
          autoFocus={added === null}
          data-autofocus
          value={null}
          data={free.map((question) => ({ value: String(question.id), label: labelOf(question) }))}
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage="No question of that name is left"
          onChange={add}
        />
      </div>
    </Stack>
  );
}

const labelOf = ({ name, text }: Question) => (name === text || text === "" ? name : `${name}: ${text}`);

/** The question that a text most likely names: by its beginning before any other part. */
function bestNamed(text: string, questions: readonly Question[]): Question | undefined {
  const part = text.trim().toLowerCase();
  if (part === "") return undefined;
  const labels = questions.map((question) => ({ question, label: labelOf(question).toLowerCase() }));
  return (labels.find(({ label }) => label.startsWith(part)) ?? labels.find(({ label }) => label.includes(part)))
    ?.question;
}

type CardProps = { dimension: TypedDimension; control: InterlockControl; isAdded: boolean; onDone: () => void };

function DimensionCard({ dimension, control, isAdded, onDone }: CardProps) {
  const { question, text, groups, problem } = dimension;
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const numeric = isNumeric(question);
  const [first, last] = [question.options[0]?.text, question.options.at(-1)?.text];
  const example = numeric
    ? `From ${first} to ${last}, as in 18-24, 25-34, 35+.`
    : "Commas between groups, + inside one.";
  const counted = `${format.count(groups.length)} ${groups.length === 1 ? "group" : "groups"}`;
  return (
    <Card withBorder padding="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          label={`Groups of ${question.name}`}
          placeholder={numeric ? "18-24, 25-34, 35-44" : ""}
          description={groups.length > 0 ? `${counted}. ${example}` : example}
          inputWrapperOrder={["label", "input", "description", "error"]}
          error={problem}
          value={text}
          autoFocus={isAdded}
          onChange={(event) => control.typeGroups(question, event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onDone();
          }}
          style={{ flex: 1 }}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          mt={28}
          aria-label={`Remove ${question.name}`}
          onClick={() => control.removeQuestion(question)}
        >
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
      {!numeric && (
        <>
          <UnstyledButton fz="sm" mt={4} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Group gap={4}>
              {isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
              <Text size="sm" c="dimmed">
                Tick options of {question.name}
              </Text>
            </Group>
          </UnstyledButton>
          <Collapse expanded={isOpen}>{isOpen && <Options dimension={dimension} control={control} />}</Collapse>
        </>
      )}
    </Card>
  );
}

/** More than these are found faster by typing. */
const MOST_TICKED = 120;

function Options({ dimension: { question, groups }, control }: Pick<CardProps, "dimension" | "control">) {
  const ticked = new Set(groups.flatMap(({ optionIds }) => optionIds.map(String)));
  return (
    <Group gap="4px 16px" mt={6} mah={180} style={{ overflowY: "auto" }}>
      {question.options.slice(0, MOST_TICKED).map(({ id, text }) => (
        <Checkbox
          key={String(id)}
          size="xs"
          label={text || `#${id}`}
          checked={ticked.has(String(id))}
          onChange={() => control.typeGroups(question, writeGroups(toggleOption(groups, id, question), question))}
        />
      ))}
      {question.options.length > MOST_TICKED && (
        <Text size="xs" c="dimmed">
          The first {MOST_TICKED} of {question.options.length} are shown: type the names of others.
        </Text>
      )}
    </Group>
  );
}
