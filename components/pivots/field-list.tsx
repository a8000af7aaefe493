"use client";

import { Paper, ScrollArea, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import {
  IconCalendar,
  IconChevronDown,
  IconChevronRight,
  IconCircleDot,
  IconGripVertical,
  IconHash,
  IconLetterCase,
  IconListCheck,
  IconPlus,
  IconSearch,
  IconStairs,
  IconTable,
} from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { MiddleCut } from "@/components/ui/middle-cut";
import { MenuItem, MenuNote, PopMenu } from "@/components/ui/pop-menu";
import { useGo } from "@/components/ui/use-go";
import { type FieldNode, fieldTree } from "@/lib/pivots/field-tree";
import { derivesAs, dimensionRefusal, type Field, findFields, valueRefusal } from "@/lib/pivots/fields";
import { newTableHref } from "@/lib/pivots/queries";
import type { PivotValue } from "@/lib/pivots/values";
import { startDrag } from "./drag";
import classes from "./pivot-builder.module.css";
import type { Builder, Dragged } from "./use-builder";

type Kind = NonNullable<Field["kind"]>;
const kinds: Record<Kind, { words: string; Icon: typeof IconCircleDot }> = {
  single: { words: "one answer", Icon: IconCircleDot },
  multiple: { words: "several answers", Icon: IconListCheck },
  scale: { words: "scale", Icon: IconStairs },
  numeric: { words: "number", Icon: IconHash },
  date: { words: "date", Icon: IconCalendar },
  time: { words: "date", Icon: IconCalendar },
  open: { words: "text", Icon: IconLetterCase },
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
  project: string;
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
  const nodes = fieldTree(found);
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
          {nodes
            .slice(0, MOST_SHOWN)
            .map((node) =>
              "field" in node ? (
                <FieldItem key={node.field.id} field={node.field} name={node.field.title} {...rest} />
              ) : (
                <GridItem key={`grid ${node.grid.id}`} node={node} isSearched={text.trim() !== ""} {...rest} />
              ),
            )}
        </Stack>
      </ScrollArea.Autosize>
      {fields !== null && found.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {fields === "unread" ? "The fields could not be read." : "No field is called that."}
        </Text>
      )}
      <More count={countFields(nodes.slice(MOST_SHOWN))} />
    </Paper>
  );
}

const countFields = (nodes: readonly FieldNode[]) =>
  nodes.reduce((sum, node) => sum + ("field" in node ? 1 : node.fields.length), 0);

/** How many are not shown. */
function More({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {count} more: type a part of the name.
    </Text>
  );
}

type Actions = Omit<Props, "fields">;
type GridProps = { node: Extract<FieldNode, { fields: Field[] }>; isSearched: boolean } & Actions;

/** A grid with its parts behind it; a search that finds parts shows them. */
function GridItem({ node: { grid, fields }, isSearched, ...rest }: GridProps) {
  const [isOpened, setOpened] = useState(false);
  const id = useId();
  const isOpen = isOpened || isSearched;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li className={classes.gridItem}>
      <button
        type="button"
        className={classes.grid}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <Icon size={14} aria-hidden className={classes.grip} />
        <span title={grid.text} className={classes.name}>
          <MiddleCut text={grid.text} />
        </span>
        <Badge>{fields.length}</Badge>
      </button>
      <Button
        look="subtle"
        isSmall
        isSquare
        aria-label={`Make one table of ${grid.text}`}
        title="One table of all items"
        onClick={() =>
          rest.builder.showGrid(
            fields.filter(({ dimension }) => dimension === "itself").map(({ id }) => id),
            { name: grid.text, mean: fields.every(({ numbers }) => numbers.includes("mean")) },
          )
        }
      >
        <IconTable size={14} aria-hidden />
      </Button>
      <ul id={id} hidden={!isOpen} className={classes.parts}>
        {isOpen &&
          fields
            .slice(0, MOST_SHOWN)
            .map((field) => <FieldItem key={field.id} field={field} name={field.part} {...rest} />)}
      </ul>
      {isOpen && <More count={Math.max(0, fields.length - MOST_SHOWN)} />}
    </li>
  );
}

/** In place of words, which would take the room of the name. */
function KindIcon({ kind }: Pick<Field, "kind">) {
  if (!kind) return <IconGripVertical size={14} aria-hidden className={classes.grip} />;
  const { words, Icon } = kinds[kind];
  return (
    <span title={words} className={classes.grip}>
      <Icon size={14} aria-hidden />
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

/** `name`: what tells it from those around it. */
type ItemProps = { field: Field; name: string } & Actions;

function FieldItem({ field, name, project, builder, onFilter, onDerive }: ItemProps) {
  const go = useGo();
  const { id, title, kind } = field;
  const use = useRef<HTMLButtonElement>(null);
  const dimension = usualDimension(field);
  const value = usualValue(field);
  const refusals = { dimension: dimensionRefusal(field), value: valueRefusal(field) };
  const dragged: Dragged[] = [...(dimension ? [{ dimension }] : []), ...(value ? [{ value }] : [])];
  const canFilter = kind !== null && kind !== "time" && kind !== "open" && kind !== "date";
  return (
    <li className={classes.field} draggable onDragStart={(event) => startDrag(event, dragged, refusals)}>
      <KindIcon kind={kind} />
      <span title={title === id ? title : `${title} (${id})`} className={classes.name}>
        <MiddleCut text={name} />
      </span>
      <PopMenu
        align="right"
        width={240}
        trigger={(opens) => (
          <Button ref={use} look="subtle" isSmall isSquare aria-label={`Use ${title}`} {...opens}>
            <IconPlus size={14} aria-hidden />
          </Button>
        )}
      >
        <MenuNote>{title}</MenuNote>
        <MenuItem
          refused={refusals.dimension}
          onClick={() => dimension && builder.place(dimension, "rows", { name: title })}
        >
          To rows
        </MenuItem>
        <MenuItem
          refused={refusals.dimension}
          onClick={() => dimension && builder.place(dimension, "columns", { name: title })}
        >
          To columns
        </MenuItem>
        <MenuItem refused={refusals.value} onClick={() => value && builder.placeValue(value, { name: title })}>
          To values
        </MenuItem>
        <MenuItem
          refused={dragged.length === 0 ? refusals.dimension : null}
          onClick={() => go(newTableHref(project, id))}
        >
          Make a table
        </MenuItem>
        <MenuItem
          refused={canFilter ? null : "A filter takes a question with options or numbers."}
          onClick={() => onFilter(id)}
        >
          Filter…
        </MenuItem>
        <DeriveOffer
          field={field}
          onDerive={onDerive}
          leave={() => requestAnimationFrame(() => use.current?.focus())}
        />
      </PopMenu>
    </li>
  );
}

const deriveNames = { nets: "Net options…", bands: "Make bands…" } as const;

type DeriveProps = { field: Field | undefined; onDerive: Derive; leave: () => void };

export function DeriveOffer({ field, onDerive, leave }: DeriveProps) {
  const form = field ? derivesAs(field) : null;
  if (!field || !form || !onDerive) return null;
  return <MenuItem onClick={() => onDerive({ form, of: field.id, leave })}>{deriveNames[form]}</MenuItem>;
}
