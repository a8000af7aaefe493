"use client";

import { notifications } from "@mantine/notifications";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { QuotaDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import { type EditableColumn, gridColumns, isEditable } from "@/lib/surveys/quotas/grid-columns";
import {
  cellText,
  clearRange,
  copyRange,
  duplicateRows,
  type Edited,
  fillDown,
  insertRow,
  pasteCells,
  type QuotaFigures,
  type Range,
  readClipboard,
  removeRows,
  withCell,
} from "@/lib/surveys/quotas/grid-edit";
import {
  at,
  kept,
  moved,
  type Place,
  rangeOfSelection,
  type Selection,
  type Size,
  tabbed,
  wholeRows,
} from "@/lib/surveys/quotas/grid-move";
import { rowOfOpened } from "@/lib/surveys/quotas/opened-row";
import type { GridLayout } from "./grid-layout";
import type { QuotaListControl } from "./use-quota-list";

/**
 * A cell that is being typed into. `quota`: whose it is as it was opened, since the list may be read anew meanwhile.
 * `isTyped`: begun by typing, so that the arrows up and down leave it. `isLow`: it stands near the lower edge, so that
 * what is said about it stands above.
 */
export type CellEdit = Place & {
  quota: QuotaDraft;
  text: string;
  isTyped: boolean;
  isLow: boolean;
  problem: string | null;
};

/** What the rest of the screen asks of the grid. */
export type GridCommands = {
  focus: () => void;
  goTo: (row: number) => void;
  /** Brings a row into sight and leaves the focus where it is. */
  show: (row: number) => void;
  addRow: () => void;
  duplicateRows: () => void;
  removeRows: () => void;
  editQualifications: () => void;
};

type Around = {
  element: RefObject<HTMLDivElement | null>;
  layout: GridLayout;
  list: QuotaListControl;
  questions: QuestionsById;
  /** Why names of questions are missing; null: they are there. */
  namesMissing: string | null;
  figures: (quota: QuotaDraft) => QuotaFigures;
  /** Rows that a page key goes. */
  pageRows: () => number;
  reveal: (place: Place) => void;
  isLow: (row: number) => boolean;
  onQualifications: (row: number) => void;
  onFind: () => void;
};

const rowsInWords = ({ top, bottom }: Range) => countOf(bottom - top + 1);
const countOf = (quotas: number) => (quotas === 1 ? "One quota" : `${quotas.toLocaleString("en")} quotas`);
const were = (quotas: number) => (quotas === 1 ? "was" : "were");
const cellNames: Record<EditableColumn, string> = {
  quota_name: "Name",
  qualifications: "Qualifications",
  quota: "Target",
};

/** What is chosen, what is being typed, and everything that keys, the clipboard and buttons do. */
export function useGrid(around: Around) {
  const { element, layout, list, questions, namesMissing, figures, pageRows, reveal, isLow } = around;
  const { onQualifications, onFind } = around;
  const { quotas, locked } = list;
  const [chosen, setChosen] = useState<Selection>(() => at(0, 0));
  const [edit, showEdit] = useState<CellEdit | null>(null);
  // An input that is taken away may lose the focus on its way out, which must not take its text over a second time.
  const open = useRef<CellEdit | null>(null);
  const size: Size = { rows: quotas.length, columns: layout.columns.length, page: 0 };
  const selection = kept(chosen, size);
  const { cursor } = selection;

  const setEdit = (next: CellEdit | null) => {
    open.current = next;
    showEdit(next);
  };
  const focus = () => element.current?.focus({ preventScroll: true });
  const select = (next: Selection, rows = size.rows) => {
    const inside = kept(next, { ...size, rows });
    setChosen(inside);
    reveal(inside.cursor);
  };
  const range = () => inGridColumns(rangeOfSelection(selection), layout);
  const act = (edited: Edited, words: string, then?: Selection) => {
    const isDone = list.apply(edited, words);
    if (isDone && then && "quotas" in edited) select(then, edited.quotas.length);
    return isDone;
  };

  const beginEdit = ({ row, column }: Place, typed: string | null) => {
    const [name, quota] = [layout.columns[column], quotas[row]];
    if (!name || !quota) return;
    if (locked !== null || !isEditable(name)) {
      if (locked !== null) notifications.show({ id: "quotas-locked", message: locked });
      return;
    }
    if (name === "qualifications" && typed === null) return onQualifications(row);
    reveal({ row, column });
    const text = typed ?? cellText(quota, name, questions);
    // At once, so that the key under way reaches the input.
    flushSync(() => setEdit({ row, column, quota, text, isTyped: typed !== null, isLow: isLow(row), problem: null }));
  };

  const commit = (text: string): boolean => {
    const editing = open.current;
    const name = editing && layout.columns[editing.column];
    if (!name || !isEditable(name)) return true;
    const row = rowOfOpened(quotas, editing.quota);
    const quota = row === null ? undefined : quotas[row];
    if (row === null || !quota) {
      giveUp();
      return true;
    }
    // The text as it was opened is no decision against what was read since.
    if (!editing.isTyped && text === cellText(editing.quota, name, questions)) {
      setEdit(null);
      return true;
    }
    const read = withCell(quota, name, text, questions);
    if ("problem" in read) {
      setEdit({ ...editing, text, problem: read.problem });
      return false;
    }
    setEdit(null);
    if (read.value !== quota)
      act({ quotas: quotas.with(row, read.value) }, `${cellNames[name]} of ${nameAt(quota, row)}`);
    return true;
  };
  /** Its quota is gone, or is for others by now: what was typed belongs to no cell. */
  const giveUp = () => {
    setEdit(null);
    notifications.show({
      color: "yellow",
      message: "The quota whose cell was open has changed elsewhere, and what was typed was left out. Type it again.",
    });
  };
  /** Another state of the survey was read: the open cell goes with its quota, and takes along what was typed so far. */
  const followEdit = useEffectEvent((list: readonly QuotaDraft[]) => {
    const editing = open.current;
    const row = editing && rowOfOpened(list, editing.quota);
    if (!editing || row === editing.row) return;
    const input = element.current?.querySelector("input");
    if (row === null || !input) {
      giveUp();
      focus();
      return;
    }
    select(at(row, editing.column));
    setEdit({ ...editing, row, text: input.value, isLow: isLow(row) });
  });
  // With the rows, at once: a key that comes before the cell has gone along would be typed into one that is taken away.
  useLayoutEffect(() => followEdit(quotas), [quotas]);
  /** Left without a decision, by a click elsewhere: what can be taken is, else the old value stays and that is said. */
  const leave = (text: string) => {
    if (open.current === null || commit(text)) return;
    const problem = open.current?.problem;
    setEdit(null);
    if (problem) notifications.show({ color: "red", message: `${problem} The cell keeps its old value.` });
  };
  const cancel = () => {
    setEdit(null);
    focus();
  };

  const rowsChosen = () => rangeOfSelection(selection);
  const commands: GridCommands = {
    focus,
    goTo: (row) => {
      select(at(row, cursor.column));
      focus();
    },
    show: (row) => select(at(row, cursor.column)),
    addRow: () => {
      const row = quotas.length;
      if (act(insertRow(quotas, row), "One quota was added", at(row, 0))) focus();
    },
    duplicateRows: () => {
      const rows = rowsChosen();
      const copies = rows.bottom - rows.top + 1;
      const then = wholeRows(rows.bottom + 1, rows.bottom + copies, size);
      if (quotas.length > 0) act(duplicateRows(quotas, rows), `${rowsInWords(rows)} ${were(copies)} duplicated`, then);
      focus();
    },
    removeRows: () => {
      const rows = rowsChosen();
      const words = `${rowsInWords(rows)} ${were(rows.bottom - rows.top + 1)} removed`;
      if (quotas.length > 0) act(removeRows(quotas, rows), words, at(rows.top, cursor.column));
      focus();
    },
    editQualifications: () => quotas.length > 0 && onQualifications(cursor.row),
  };

  const keysWithCtrl: Record<string, (event: KeyboardEvent) => void> = {
    a: () => setChosen(wholeRows(0, size.rows - 1, size)),
    d: (event) => (event.shiftKey ? commands.duplicateRows() : act(fillDown(quotas, range()), "Filled down")),
    z: (event) => (event.shiftKey ? list.redo() : list.undo()),
    y: list.redo,
    f: onFind,
    enter: () => {
      const row = Math.min(cursor.row + 1, quotas.length);
      act(insertRow(quotas, row), "One quota was inserted", at(row, 0));
    },
    backspace: commands.removeRows,
    delete: commands.removeRows,
  };
  const keys: Record<string, () => void> = {
    enter: () => beginEdit(cursor, null),
    f2: () => beginEdit(cursor, null),
    delete: () => act(clearRange(quotas, range()), "Cells were emptied"),
    backspace: () => act(clearRange(quotas, range()), "Cells were emptied"),
    escape: () => setChosen(at(cursor.row, cursor.column)),
  };

  /** Whether the key was one of the grid's. */
  const onGridKey = (event: KeyboardEvent): boolean => {
    const withCtrl = event.ctrlKey || event.metaKey;
    const paged = { ...size, page: pageRows() };
    const next = event.altKey ? null : moved(selection, event.key, { toEnd: withCtrl, extend: event.shiftKey }, paged);
    if (next) {
      select(next);
      return true;
    }
    const key = event.key.toLowerCase();
    const command = withCtrl ? keysWithCtrl[key] : event.altKey ? undefined : keys[key];
    if (command) {
      command(event);
      return true;
    }
    // A dead key or an input method begins a text too; what it writes goes into the input that has the focus by then.
    const isText = [...event.key].length === 1 || event.key === "Dead" || event.key === "Process";
    if (withCtrl || event.altKey || !isText) return false;
    beginEdit(cursor, "");
    return false;
  };

  const onEditKey = (event: KeyboardEvent, editing: CellEdit, input: HTMLInputElement): boolean => {
    const leaves = editing.isTyped && (event.key === "ArrowUp" || event.key === "ArrowDown");
    if (event.key === "Escape") cancel();
    else if (event.key === "Tab" || event.key === "Enter" || leaves) {
      if (!commit(input.value)) return true;
      const back = event.shiftKey || event.key === "ArrowUp";
      focus();
      select(event.key === "Tab" ? tabbed(selection, back, size) : at(cursor.row + (back ? -1 : 1), cursor.column));
    } else {
      // Saving takes what was typed with it.
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") commit(input.value);
      return false;
    }
    return true;
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.defaultPrevented) return;
    const editing = open.current;
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    if (editing ? input && onEditKey(event, editing, input) : event.target === element.current && onGridKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (open.current !== null && !event.ctrlKey && !event.metaKey) {
      // Typed text is nobody else's shortcut.
      event.stopPropagation();
    }
  });

  const onClipboard = useEffectEvent((event: ClipboardEvent) => {
    if (document.activeElement !== element.current || !event.clipboardData) return;
    event.preventDefault();
    if (event.type === "paste") {
      paste(event.clipboardData.getData("text/plain"));
      return;
    }
    if (lacksNames(range())) return;
    event.clipboardData.setData("text/plain", copyRange(quotas, range(), questions, figures));
    if (event.type === "cut") act(clearRange(quotas, range()), "Cells were cut");
  });

  /** Without them ids would be copied in place of names, and no name that is pasted would be one. Says so. */
  const lacksNames = ({ left, right }: Pick<Range, "left" | "right">): boolean => {
    if (namesMissing === null || !gridColumns.slice(left, right + 1).includes("qualifications")) return false;
    notifications.show({ color: "red", message: namesMissing });
    return true;
  };

  const paste = (text: string) => {
    const cells = readClipboard(text);
    const target = range();
    const widest = Math.max(...cells.map(({ length }) => length));
    if (lacksNames({ left: target.left, right: Math.max(target.right, target.left + widest - 1) })) return;
    // Whether rows may be added is judged with every edit, which also says why not.
    const edited = pasteCells(quotas, target, cells, { questions, mayAdd: true });
    const isOne = cells.length === 1 && cells[0]?.length === 1;
    const last = isOne ? target.bottom : target.top + cells.length - 1;
    const right = isOne ? target.right : Math.min(gridColumns.length - 1, target.left + (cells[0]?.length ?? 1) - 1);
    const then = layout.isNarrow
      ? undefined
      : { anchor: { row: target.top, column: target.left }, cursor: { row: last, column: right } };
    act(edited, `${countOf(last - target.top + 1)} ${were(last - target.top + 1)} pasted`, then);
  };

  // The browser's own listeners: React's come after those of the page's shortcuts, which also hear what is typed.
  useEffect(() => {
    const grid = element.current;
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const clip = (event: ClipboardEvent) => onClipboard(event);
    grid?.addEventListener("keydown", down);
    for (const type of ["copy", "cut", "paste"] as const) document.addEventListener(type, clip);
    return () => {
      grid?.removeEventListener("keydown", down);
      for (const type of ["copy", "cut", "paste"] as const) document.removeEventListener(type, clip);
    };
  }, [element]);

  return { selection, select, edit, beginEdit, leave, commands, size };
}

export const nameAt = ({ quota_name }: QuotaDraft, row: number) =>
  quota_name ? `“${quota_name}”` : `quota ${row + 1}`;

/** The chosen range by the columns of the whole grid; where not all of them are shown it is the one under the cursor. */
function inGridColumns(range: Range, { columns, isNarrow }: GridLayout): Range {
  const placeOf = (column: number) => gridColumns.indexOf(columns[column] ?? "quota_name");
  const left = placeOf(range.left);
  return { ...range, left, right: isNarrow ? left : placeOf(range.right) };
}
