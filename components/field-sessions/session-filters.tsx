"use client";

import { useMemo } from "react";
import { WhenUsed } from "@/components/ui/when-used";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { DIRECT } from "@/lib/contracts/terms/fielding";
import { type FieldSessionState, reasonChoices, testChoices } from "@/lib/field-sessions/list-state";
import { reasonChoiceName, type SessionNames } from "@/lib/field-sessions/words";

type Props = {
  state: FieldSessionState;
  suppliers: readonly Supplier[];
  names: SessionNames;
  change: (patch: Partial<{ [K in keyof FieldSessionState]: FieldSessionState[K] | null }>) => void;
};

const testNames = { none: "Without tests", with: "With tests", only: "Only tests" } as const;

/** What narrows a survey's sessions beside an id. */
export function SessionFilters({ state, suppliers, names, change }: Props) {
  const reasons = reasonChoices.map((value) => ({ value, label: reasonChoiceName(value) }));
  const codes = useMemo(
    () =>
      [...new Set([DIRECT, ...suppliers.map(({ code }) => code), ...state.suppliers])].map((value) => ({
        value,
        label: names.supplier(value),
      })),
    [suppliers, state.suppliers, names],
  );
  const textOf = (choices: readonly { value: string; label: string }[], chosen: readonly string[]) =>
    chosen.map((each) => choices.find(({ value }) => value === each)?.label ?? each).join(", ");
  return (
    <>
      <WhenUsed label="Reason" placeholder="Any reason" text={textOf(reasons, state.reasons)} width={200}>
        {(reached, { MultiSelect }) => (
          <MultiSelect
            {...reached}
            size="xs"
            data={reasons}
            value={state.reasons}
            onChange={(chosen) => change({ reasons: chosen, page: null })}
            clearable
          />
        )}
      </WhenUsed>
      <WhenUsed label="Supplier" placeholder="Any supplier" text={textOf(codes, state.suppliers)} width={180}>
        {(reached, { MultiSelect }) => (
          <MultiSelect
            {...reached}
            size="xs"
            data={codes}
            value={state.suppliers}
            onChange={(chosen) => change({ suppliers: chosen, page: null })}
            searchable
            clearable
          />
        )}
      </WhenUsed>
      <WhenUsed label="Tests" placeholder={testNames.none} text={state.tests ? testNames[state.tests] : ""} width={130}>
        {(reached, { Select }) => (
          <Select
            {...reached}
            size="xs"
            allowDeselect={false}
            data={Object.entries(testNames).map(([value, label]) => ({ value, label }))}
            value={state.tests ?? "none"}
            onChange={(chosen) => change({ tests: testChoices.find((each) => each === chosen) ?? null, page: null })}
          />
        )}
      </WhenUsed>
    </>
  );
}
