"use client";

import { ActionIcon, Badge, Group, Menu, Paper, ScrollArea, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconGripVertical, IconPlus, IconSearch } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { derivesAs, dimensionRefusal, type Field, findFields, valueRefusal } from "@/lib/pivots/fields";
import type { PivotValue } from "@/lib/pivots/values";
import { startDrag } from "./drag";
import classes from "./pivot-builder.module.css";
import type { Builder, Dragged } from "./use-builder";

const kindNames: Record<NonNullable<Field["kind"]>, string> = {
  single: "one answer",
  multiple: "several",
  scale: "scale",
  numeric: "number",
  date: "date",
  time: "date",
  open: "text",
};

/** More are found by typing. */
const MOST_SHOWN = 60;

/** What a field is in rows and columns: a date by its months, until another part is chosen. */
const usualDimension = ({ id, dimension }: Field): string | null =>
  dimension === "itself" ? id : dimension === "date" ? `${id}:month` : null;

const usualValue = ({ id, numbers: [show] }: Field): PivotValue | null => (show ? { show, questionId: id } : null);

/** Makes another question of a field's answers, after which `leave` takes the focus; null: whoever looks may not. */
export type Derive = ((asked: { form: "nets" | "bands"; of: string; leave: () => void }) => void) | null;

type Props = {
  /** Null: they are being read. */
  fields: Field[] | "unread" | null;
  builder: Builder;
  onFilter: (questionId: string) => void;
  onDerive: Derive;
};

/** What a table can be made of. Every field has a menu, and can be dragged. */
export function FieldList({ fields, ...rest }: Props) {
  const [text, setText] = useState("");
  const found = findFields(Array.isArray(fields) ? fields : [], text);
  return (
    <Paper withBorder p="xs" component="section" aria-label="Fields" className={classes.fields ?? ""}>
      <TextInput
        aria-label="Find a field"
        placeholder="Find a field"
        size="xs"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        mb={6}
      />
      {fields === null && [1, 2, 3, 4, 5, 6].map((key) => <Skeleton key={key} height={22} my={6} />)}
      {/* By itself it is as wide as its widest name, and what stands behind that name is out of sight. */}
      <ScrollArea.Autosize
        className={classes.scroll ?? ""}
        type="auto"
        scrollbars="y"
        offsetScrollbars="y"
        // The room is for the ring of a button that has the focus.
        styles={{ content: { display: "block", minWidth: 0, padding: 3 } }}
      >
        <Stack gap={2} component="ul" m={0} p={0} className={classes.list ?? ""}>
          {found.slice(0, MOST_SHOWN).map((field) => (
            <FieldItem key={field.id} field={field} {...rest} />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {fields !== null && found.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {fields === "unread" ? "The fields could not be read." : "No field is called that."}
        </Text>
      )}
      {found.length > MOST_SHOWN && (
        <Text size="xs" c="dimmed" mt={6}>
          {found.length - MOST_SHOWN} more: type a part of the name.
        </Text>
      )}
    </Paper>
  );
}

type ItemProps = { field: Field } & Omit<Props, "fields">;

function FieldItem({ field, builder, onFilter, onDerive }: ItemProps) {
  const { id, title, kind } = field;
  const use = useRef<HTMLButtonElement>(null);
  const dimension = usualDimension(field);
  const value = usualValue(field);
  const refusals = { dimension: dimensionRefusal(field), value: valueRefusal(field) };
  const dragged: Dragged[] = [...(dimension ? [{ dimension }] : []), ...(value ? [{ value }] : [])];
  const canFilter = kind !== null && kind !== "time" && kind !== "open" && kind !== "date";
  return (
    <li className={classes.field} draggable onDragStart={(event) => startDrag(event, dragged, refusals)}>
      <IconGripVertical size={12} aria-hidden className={classes.grip} />
      <Text size="sm" truncate title={title === id ? title : `${title} (${id})`} className={classes.name ?? ""}>
        {title}
      </Text>
      {kind && (
        <Badge size="xs" variant="light" color="gray" tt="none" fw={500} className={classes.kind ?? ""}>
          {kindNames[kind]}
        </Badge>
      )}
      <Menu position="bottom-end" shadow="md" withinPortal={false} floatingStrategy="fixed" width={240}>
        <Menu.Target>
          <ActionIcon ref={use} variant="subtle" color="gray" size={24} aria-label={`Use ${title}`}>
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.whole ?? ""}>{title}</Menu.Label>
          <Offer
            label="To rows"
            refusal={refusals.dimension}
            run={() => dimension && builder.place(dimension, "rows", { name: title })}
          />
          <Offer
            label="To columns"
            refusal={refusals.dimension}
            run={() => dimension && builder.place(dimension, "columns", { name: title })}
          />
          <Offer
            label="To values"
            refusal={refusals.value}
            run={() => value && builder.placeValue(value, { name: title })}
          />
          <Offer
            label="Filter…"
            refusal={canFilter ? null : "A filter takes a question with options or numbers."}
            run={() => onFilter(id)}
          />
          <DeriveOffer
            field={field}
            onDerive={onDerive}
            leave={() => requestAnimationFrame(() => use.current?.focus())}
          />
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

const deriveNames = { nets: "Net options…", bands: "Make bands…" } as const;

type DeriveProps = { field: Field | undefined; onDerive: Derive; leave: () => void };

export function DeriveOffer({ field, onDerive, leave }: DeriveProps) {
  const form = field ? derivesAs(field) : null;
  if (!field || !form || !onDerive) return null;
  return <Menu.Item onClick={() => onDerive({ form, of: field.id, leave })}>{deriveNames[form]}</Menu.Item>;
}

/** A menu's command; why it cannot be had is said beneath it. */
export function Offer({ label, refusal, run }: { label: string; refusal: string | null; run: () => void }) {
  return (
    <Menu.Item className={classes.offer ?? ""} disabled={refusal !== null} onClick={run}>
      <Group gap={0}>
        {label}
        {refusal && (
          <Text size="xs" component="span" c="dimmed" w="100%">
            {refusal}
          </Text>
        )}
      </Group>
    </Menu.Item>
  );
}
