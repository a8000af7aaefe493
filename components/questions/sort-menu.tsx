"use client";

import { Button } from "@/components/ui/button";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import { type OptionSort, optionSorts, sortOptions } from "@/lib/answers/questions/sort-options";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";

const names: Record<OptionSort, string> = {
  scale: "As a scale, with values",
  label: "By label",
  value: "By value",
  frequency: "By frequency",
  reverse: "Reverse order",
};

type Props = {
  draft: QuestionDraft;
  onDraft: (draft: QuestionDraft) => void;
  counted: CountedQuestion | undefined;
  isMissing: (code: number) => boolean;
};

/** Sorts all options of a question at once; what cannot be done says why. */
export function SortMenu(props: Props) {
  return (
    <PopMenu
      trigger={(opens) => (
        <Button isSmall {...opens}>
          Sort options
        </Button>
      )}
    >
      <Sorts {...props} />
    </PopMenu>
  );
}

function Sorts({ draft, onDraft, counted, isMissing }: Props) {
  const counts = counted && new Map(counted.counts.map(({ code, n }) => [code, n]));
  const facts = { countOf: counts && ((code: number) => counts.get(code) ?? 0), isMissing };
  return optionSorts.map((by) => {
    const sorted = sortOptions(draft, by, facts);
    return (
      <MenuItem
        key={by}
        refused={typeof sorted === "string" ? sorted : null}
        onClick={() => typeof sorted !== "string" && onDraft(sorted)}
      >
        {names[by]}
      </MenuItem>
    );
  });
}
