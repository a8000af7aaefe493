"use client";

import { WhenUsed } from "@/components/ui/when-used";
import type { RespondentSummary } from "@/lib/contracts/ours/respondents";
import { qualityChecks } from "@/lib/contracts/terms/quality";
import {
  bandLimits,
  respondentOrders,
  reviewDecisions,
  scoreBands,
  suspectCategories,
} from "@/lib/contracts/terms/respondents";
import { exclusionChoices, type RespondentListState } from "@/lib/respondents/list-state";
import {
  bandNames,
  categoryNames,
  checkNames,
  decisionNames,
  NO_SUPPLIER,
  NOT_REVIEWED,
  orderNames,
} from "@/lib/respondents/words";

type Change = (patch: Partial<{ [K in keyof RespondentListState]: RespondentListState[K] | null }>) => void;
type Props = {
  state: RespondentListState;
  suppliers: RespondentSummary["suppliers"];
  change: Change;
};

type Choice = { value: string; label: string };

const bands = scoreBands.map((value) => ({
  value,
  label: `${bandNames[value]} (${bandLimits[value].join("–")})`,
}));
const checks = qualityChecks.map((value) => ({ value, label: checkNames[value] }));
const categories = suspectCategories.map((value) => ({ value, label: categoryNames[value] }));
const decisions = [
  { value: "none", label: NOT_REVIEWED },
  ...reviewDecisions.map((value) => ({ value, label: decisionNames[value] })),
];
const exclusionNames = { only: "Only excluded", none: "Without excluded" } as const;

/** What narrows a survey's respondents beside an id. */
export function RespondentFilters({ state, suppliers, change }: Props) {
  const supplierChoices = [
    ...new Set([...suppliers.flatMap(({ supplier }) => supplier?.code ?? []), ...state.suppliers]),
  ].map((value) => ({
    value,
    label: suppliers.find(({ supplier }) => supplier?.code === value)?.supplier?.name ?? (value || NO_SUPPLIER),
  }));
  return (
    <>
      <Several
        label="Score"
        placeholder="Any score"
        choices={bands}
        chosen={state.bands}
        onChange={(chosen) => change({ bands: chosen, page: null })}
      />
      <Several
        label="Check"
        placeholder="Any check"
        choices={checks}
        chosen={state.checks}
        onChange={(chosen) => change({ checks: chosen, page: null })}
      />
      <Several
        label="Category"
        placeholder="Any category"
        choices={categories}
        chosen={state.categories}
        onChange={(chosen) => change({ categories: chosen, page: null })}
      />
      <Several
        label="Supplier"
        placeholder="Any supplier"
        choices={supplierChoices}
        chosen={state.suppliers}
        onChange={(chosen) => change({ suppliers: chosen, page: null })}
      />
      <Several
        label="Decision"
        placeholder="Any decision"
        choices={decisions}
        chosen={state.decisions}
        onChange={(chosen) => change({ decisions: chosen, page: null })}
      />
      <Exclusion state={state} change={change} />
      <Order state={state} change={change} />
    </>
  );
}

type SeveralProps = {
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

function Several({ label, placeholder, choices, chosen, onChange }: SeveralProps) {
  const text = chosen.map((each) => choices.find(({ value }) => value === each)?.label ?? each).join(", ");
  return (
    <WhenUsed label={label} placeholder={placeholder} text={text} width={140} isHalf>
      {(reached, { MultiSelect }) => (
        <MultiSelect
          {...reached}
          size="xs"
          data={choices}
          value={[...chosen]}
          onChange={onChange}
          searchable
          clearable
          comboboxProps={{ width: 240, position: "bottom-start" }}
        />
      )}
    </WhenUsed>
  );
}

function Exclusion({ state, change }: Pick<Props, "state" | "change">) {
  return (
    <WhenUsed
      label="Excluded"
      placeholder="Excluded or not"
      text={state.excluded ? exclusionNames[state.excluded] : ""}
      width={150}
      isHalf
    >
      {(reached, { Select }) => (
        <Select
          {...reached}
          size="xs"
          clearable
          data={exclusionChoices.map((value) => ({ value, label: exclusionNames[value] }))}
          value={state.excluded}
          onChange={(chosen) =>
            change({ excluded: exclusionChoices.find((each) => each === chosen) ?? null, page: null })
          }
        />
      )}
    </WhenUsed>
  );
}

function Order({ state, change }: Pick<Props, "state" | "change">) {
  return (
    <WhenUsed label="Order" placeholder="Order" text={orderNames[state.order]} width={190}>
      {(reached, { Select }) => (
        <Select
          {...reached}
          size="xs"
          allowDeselect={false}
          data={respondentOrders.map((value) => ({ value, label: orderNames[value] }))}
          value={state.order}
          onChange={(chosen) => change({ order: respondentOrders.find((each) => each === chosen) ?? null, page: null })}
        />
      )}
    </WhenUsed>
  );
}
