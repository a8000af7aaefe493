"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { kindNames } from "@/lib/answers/words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionsChange } from "@/lib/contracts/ours/question-changes";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { type OptionOrder, type ValueRule, valueRules } from "@/lib/contracts/terms/question-changes";

const valueNames: Record<ValueRule, string> = {
  order: "1, 2, 3 … in their order",
  reversed: "… 3, 2, 1 in their order",
  labels: "The number in the label",
  none: "No values",
};

const orderNames: Record<OptionOrder, string> = {
  scale: "As a scale, with values",
  label: "By label",
  value: "By value",
  code: "By code",
  frequency: "Most chosen first",
  reverse: "Reversed",
};

/** Forms that changes are made in. */
export type SetupForm = "missing" | "restore" | "grid" | "group" | "merge" | "copy" | "paste" | "describe";

type Props = {
  chosen: Question[];
  /** Kinds and orders that can be chosen: those of answers that are stored, or of columns of a file. */
  kinds: readonly QuestionKind[];
  orders: readonly OptionOrder[];
  onForm: (form: SetupForm) => void;
  onChanges: (changes: QuestionsChange[]) => void;
};

/** What can be done to all selected questions at once. */
export function SetupActions({ chosen, kinds, orders, onForm, onChanges }: Props) {
  const ids = chosen.map(({ id }) => id);
  if (ids.length === 0) return null;
  return (
    <>
      <Menu name="Change kind">
        {kinds.map((kind) => (
          <MenuItem key={kind} onClick={() => onChanges([{ change: "kind", ids, kind }])}>
            {kindNames[kind]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Change missing">
        <MenuItem onClick={() => onForm("missing")}>Add missing codes…</MenuItem>
        <MenuItem onClick={() => onForm("restore")}>
          Restore answers…
          <small>Missing codes become answers again</small>
        </MenuItem>
      </Menu>
      <Menu name="Set values">
        {valueRules.map((by) => (
          <MenuItem key={by} onClick={() => onChanges([{ change: "values", ids, by }])}>
            {valueNames[by]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Sort options">
        {orders.map((by) => (
          <MenuItem key={by} onClick={() => onChanges([{ change: "order", ids, by }])}>
            {orderNames[by]}
          </MenuItem>
        ))}
      </Menu>
      <Menu name="Group">
        <MenuItem onClick={() => onForm("group")}>Into one multiple-choice question…</MenuItem>
        <MenuItem onClick={() => onForm("grid")}>Into a grid…</MenuItem>
        <MenuItem onClick={() => onChanges([{ change: "ungroup", ids }])}>Ungroup</MenuItem>
      </Menu>
      <Menu name="More">
        <MenuItem onClick={() => onForm("merge")}>Merge options…</MenuItem>
        <MenuItem onClick={() => onForm("copy")}>Copy set-up from a question…</MenuItem>
        <MenuItem onClick={() => onForm("paste")}>Paste from a spreadsheet…</MenuItem>
      </Menu>
    </>
  );
}

function Menu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <PopMenu width={260} trigger={(props) => <Button {...props}>{name}</Button>}>
      {children}
    </PopMenu>
  );
}
