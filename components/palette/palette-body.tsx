import { Button, CloseButton, Group, Kbd, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight, useSpotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useAllPageActions } from "@/components/ui/page-actions";
import { MAX_SEARCH_TEXT } from "@/lib/contracts/terms/search";
import { searchQuery } from "@/lib/search/queries";
import { entriesAtFirst, entriesFor, type Ground, type Group as Rows } from "./entries";
import classes from "./palette.module.css";
import { PaletteRow } from "./palette-row";
import { palette, paletteStore } from "./palette-store";
import type { Recent } from "./recent";

const LIST = "palette-list";
const rowId = (index: number) => `palette-row-${index}`;
/** Typing goes on while the server answers; keys that follow each other faster ask once. */
const PAUSE_MS = 40;

type Props = Omit<Ground, "actions"> & { actions: Ground["actions"]; onRemember: (opened: Recent) => void };

/** What the open palette holds: the field, and what its text finds. */
export function PaletteBody({ places, recent, actions: own, onRemember }: Props) {
  const { query, selected } = useSpotlight(paletteStore);
  const text = query.trim();
  const [settled] = useDebouncedValue(text, PAUSE_MS, { leading: true });
  const search = useQuery(searchQuery(settled));
  const ground = { places, recent, actions: [...useAllPageActions(), ...own] };
  const found = text === "" ? undefined : search.data;
  const isStale = text !== "" && (settled !== text || (search.isFetching && (search.isPlaceholderData || !found)));
  const groups = text === "" ? entriesAtFirst(ground) : entriesFor(text, found, ground);
  const rows = groups.flatMap(({ entries }) => entries);
  useFirstSelected(rows.map(({ key }) => key).join("\n"));
  const openAnswer = useClicks(isStale);
  return (
    <>
      <Spotlight.Search
        placeholder="Find surveys, projects, people, commands"
        aria-label="Search and commands"
        role="combobox"
        aria-expanded
        aria-controls={LIST}
        aria-autocomplete="list"
        {...(rows.length > 0 && { "aria-activedescendant": rowId(Math.max(0, selected)) })}
        maxLength={MAX_SEARCH_TEXT}
        // With no row yet there is none that the key could click.
        onKeyDown={(event) => event.key === "Enter" && isStale && rows.length === 0 && openAnswer()}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        rightSection={<CloseButton aria-label="Close" onClick={palette.close} />}
        rightSectionPointerEvents="all"
      />
      {/* Not the Spotlight's own list: what scrolls has to be the listbox itself. */}
      <div id={LIST} role="listbox" aria-label="Results" className={classes.list}>
        <PaletteGroups groups={groups} text={text} selected={Math.max(0, selected)} onRemember={onRemember} />
      </div>
      <Notes
        error={text === "" ? null : search.error}
        onRetry={() => void search.refetch()}
        missing={found?.missing ?? []}
        nothing={text !== "" && !isStale && !search.error && rows.length === 0}
        count={text !== "" && !isStale ? rows.length : null}
      />
      <Group className={classes.keys} gap="md" visibleFrom="sm" aria-hidden>
        <span>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> choose
        </span>
        <span>
          <Kbd size="xs">Enter</Kbd> open
        </span>
        <span>
          <Kbd size="xs">Esc</Kbd> close
        </span>
      </Group>
    </>
  );
}

type GroupsProps = { groups: Rows[]; text: string; selected: number; onRemember: Props["onRemember"] };

function PaletteGroups({ groups, text, selected, onRemember }: GroupsProps) {
  let index = 0;
  return groups.map(({ label, entries, isLocal }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are options of a listbox.
    <div key={label} role="group" aria-label={label}>
      <div className={classes.group} aria-hidden>
        {label}
      </div>
      {entries.map((entry) => {
        const at = index++;
        return (
          <PaletteRow
            key={entry.key}
            entry={entry}
            id={rowId(at)}
            text={text}
            selected={at === selected}
            isLocal={isLocal}
            onRemember={() => entry.remember && onRemember(entry.remember)}
          />
        );
      })}
    </div>
  ));
}

/** Other rows: the first, which fits best, is the chosen one again. */
function useFirstSelected(keys: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the rows that it follows.
  useEffect(() => paletteStore.updateState((state) => ({ ...state, listId: LIST, selected: 0 })), [keys]);
}

/**
 * Closes the palette when a row is opened. It looks before anything else does, since a page with unsaved edits stops
 * the click of a link and asks. Enter pressed before the answer is there opens the first row of that answer, not
 * what an earlier text found.
 */
function useClicks(isStale: boolean): () => void {
  const waiting = useRef(false);
  useEffect(() => {
    const stop = (event: MouseEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const onClick = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest(`#${LIST} [data-action]`) : null;
      if (!row) return;
      const byKey = event.detail === 0;
      if (row.hasAttribute("aria-disabled")) return stop(event);
      if (isStale && byKey && !row.hasAttribute("data-local")) {
        waiting.current = true;
        return stop(event);
      }
      // Not before the row has its click: without motion it would be gone by then.
      setTimeout(palette.close);
    };
    window.addEventListener("click", onClick, true);
    return () => window.removeEventListener("click", onClick, true);
  }, [isStale]);
  useEffect(() => {
    if (isStale || !waiting.current) return;
    waiting.current = false;
    document.getElementById(rowId(0))?.click();
  }, [isStale]);
  return useCallback(() => {
    waiting.current = true;
  }, []);
}

type NotesProps = {
  error: Error | null;
  onRetry: () => void;
  missing: readonly string[];
  nothing: boolean;
  count: number | null;
};

function Notes({ error, onRetry, missing, nothing, count }: NotesProps) {
  return (
    <>
      {error && (
        <Group className={classes.note} role="alert" gap="sm">
          <Text size="sm">{error.message}</Text>
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        </Group>
      )}
      {missing.map((sentence) => (
        <Text key={sentence} size="xs" c="dimmed" className={classes.note ?? ""}>
          {sentence}
        </Text>
      ))}
      {nothing && (
        <Text size="sm" c="dimmed" className={classes.note ?? ""}>
          Nothing has this in its name. Try a part of it, a project number, an e-mail address or a whole id.
        </Text>
      )}
      <span className="visually-hidden" role="status">
        {count !== null && `${count} found`}
      </span>
    </>
  );
}
