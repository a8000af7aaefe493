"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { MOST_BOOK_SETS } from "@/lib/contracts/terms/exports";
import { startBook } from "@/lib/exports/queries";
import type { PivotState } from "@/lib/pivots/address";
import { bookRows, bookTable } from "@/lib/pivots/book";
import { bookColumns } from "@/lib/pivots/book-columns";
import { bookRefusal, countSheets } from "@/lib/pivots/book-sets";
import type { Field } from "@/lib/pivots/fields";
import { isOfItems } from "@/lib/pivots/items";
import { type BegunBook, tellOfBook } from "./book-progress";
import { BookSetFields, BookSetItem, type SheetSet } from "./book-set";
import type { Shown } from "./use-pivot";

type Props = {
  onClose: () => void;
  onStarted: (book: BegunBook) => void;
  shown: Shown;
  fields: readonly Field[];
  questions: Question[];
};

/** Starts a book of tables: sets of sheets, each of chosen questions by its own columns and filter. */
export function BookDialog({ onClose, ...rest }: Props) {
  return (
    <Dialog onClose={onClose} title="Book of tables" size="lg">
      <Body onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** As the table that is shown; beside the items of a grid, columns stand side by side. */
const firstSet = (state: PivotState): SheetSet => {
  const { columns, banner, filter } = state;
  return { key: 0, columns, banner: banner || isOfItems(state), filter, left: new Set() };
};

function Body({ shown, fields, questions, onClose, onStarted }: Props) {
  const queries = useQueryClient();
  const offered = bookRows(fields);
  const [sets, setSets] = useState<SheetSet[]>(() => [firstSet(shown.state)]);
  const [opened, setOpened] = useState<number | null>(0);
  const toMake = sets.map(({ key: _, left, ...own }) => ({
    state: { ...shown.state, ...own },
    dimensions: offered.map(({ dimension }) => dimension).filter((each) => !left.has(each)),
  }));
  const start = useMutation({
    mutationFn: () => {
      const [first, ...others] = toMake.map(({ state, dimensions }) => ({
        table: bookTable({ state, timeZone: shown.timeZone }),
        ...(dimensions.length < offered.length && { questions: dimensions }),
      }));
      if (!first) throw new Error("A book has at least one set of sheets.");
      return startBook({ ...first, others });
    },
    onSuccess: async (book) => {
      tellOfBook(book);
      onStarted(book);
      onClose();
      await queries.invalidateQueries({ queryKey: ["jobs"] });
    },
  });
  const refusal = bookRefusal(toMake, questions);
  const sheets = countSheets(toMake);
  const change = (key: number, part: Partial<SheetSet>) =>
    setSets(sets.map((set) => (set.key === key ? { ...set, ...part } : set)));
  const add = () => {
    const key = Math.max(...sets.map((set) => set.key)) + 1;
    setSets([...sets, ...sets.slice(-1).map((last) => ({ ...last, key }))]);
    setOpened(key);
  };
  const remove = (key: number) => {
    setSets(sets.filter((set) => set.key !== key));
    setOpened(null);
  };
  const of = { offered, fields, questions };
  return (
    <Stack gap="sm">
      <Text size="sm">{introduction(sets, fields)} It goes on when this page is closed.</Text>
      {shown.held?.frozen_at && (
        <Text size="sm">
          The table here is frozen and the book is not: its figures are of the answers as they are when it is made.
        </Text>
      )}
      {sets.map((set, at) =>
        sets.length === 1 ? (
          <BookSetFields key={set.key} {...{ set, ...of }} onChange={(part) => change(set.key, part)} />
        ) : (
          <BookSetItem
            key={set.key}
            {...{ set, ...of }}
            number={at + 1}
            isOpen={opened === set.key}
            onOpen={(isOpen) => setOpened(isOpen ? set.key : null)}
            onRemove={() => remove(set.key)}
            onChange={(part) => change(set.key, part)}
          />
        ),
      )}
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={add} disabled={sets.length >= MOST_BOOK_SETS}>
          Add a set of sheets
        </Button>
        <Text size="xs" c="dimmed">
          The same questions by other columns, or of other respondents
        </Text>
      </Group>
      {(start.error || refusal) && (
        <Text size="sm" c="red" role="alert">
          {start.error?.message ?? refusal}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={start.isPending} disabled={refusal !== null} onClick={() => start.mutate()}>
          Make the book of {sheets} {sheets === 1 ? "table" : "tables"}
        </Button>
      </Group>
    </Stack>
  );
}

function introduction([first, ...others]: readonly SheetSet[], fields: readonly Field[]): string {
  const columns = first && bookColumns(first, fields);
  const each = others.length > 0 ? "question of each set" : `question by ${columns || "no columns, in total"}`;
  return `An XLSX with an index and a sheet for each ${each}, with the values, weight, base and tests of this table.`;
}
