"use client";

import { Button, Group, Select, Switch } from "@mantine/core";
import { IconAdjustments, IconArrowsExchange } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ZoneField } from "@/components/pickers/zone-field";
import { Choice } from "@/components/ui/choice";
import { HALF } from "@/components/ui/field-width";
import { Folded } from "@/components/ui/folded";
import { NumberEntry } from "@/components/ui/number-entry";
import type { Weight } from "@/lib/contracts/interfaces/answers";
import { baseRules, hasDateParts } from "@/lib/contracts/terms/pivot";
import { BASES, basePlaces, decimalPlaces, type PivotState, sorts, totalPlaces } from "@/lib/pivots/address";
import { isOfItems } from "@/lib/pivots/items";
import { showsOptions } from "@/lib/pivots/nets";
import { baseRuleNames } from "@/lib/pivots/remarks";
import { TestsField } from "./tests-field";
import type { Change } from "./use-builder";

type Props = {
  state: PivotState;
  weights: readonly Weight[];
  timeZone: string;
  onChange: Change;
  onSwap: () => void;
  /** Stand before the others, and in sight where those are folded: what the table is shown as. */
  children?: ReactNode;
};

const totalNames = { after: "After", before: "Before", none: "None" };
const decimalNames = { default: "Automatic", "0": "0", "1": "1", "2": "2", "3": "3" };
const baseNames = { rows: "Below the rows", columns: "Beside the columns", both: "Both", none: "None" };

/** How the table is counted and what it looks like. */
export function PivotControls({ state, weights, timeZone, onChange, onSwap, children }: Props) {
  const { rows, columns } = state;
  const ofItems = isOfItems(state);
  // Nets stand over their options in any case.
  const hasGroups = (rows.length > 1 && !showsOptions(state)) || (columns.length > 1 && !state.banner);
  const hasDates = hasDateParts(state);
  const isStranger = state.weight !== null && weights.every(({ id }) => id !== state.weight);
  const strangers = isStranger && state.weight !== null ? [{ value: state.weight, label: state.weight }] : [];
  return (
    <Group gap="sm" align="flex-end" mb="sm">
      {children}
      <Folded label="Display" isSmall icon={<IconAdjustments size={14} aria-hidden />}>
        {(weights.length > 0 || isStranger) && (
          <Select
            label="Weight"
            size="xs"
            placeholder="Unweighted"
            data={[...weights.map(({ id, name }) => ({ value: id, label: name })), ...strangers]}
            value={state.weight}
            onChange={(weight) => onChange({ weight })}
            clearable
            clearButtonProps={{ "aria-label": "Do not weight" }}
            w={{ base: HALF, sm: 140 }}
          />
        )}
        <Choice
          label="Base"
          names={baseRuleNames}
          among={baseRules}
          value={state.baseRule}
          width={{ base: HALF, sm: 200 }}
          onChoose={(baseRule) => onChange({ baseRule })}
        />
        <SortField state={state} onChange={onChange} />
        <NumberEntry
          label="Hide rows below"
          size="xs"
          min={0}
          max={BASES.most}
          decimals={0}
          disabled={rows.length === 0}
          w={{ base: HALF, sm: 120 }}
          value={state.hideBelow}
          onChange={(value) => {
            if (value !== null && !Number.isNaN(value)) onChange({ hideBelow: value });
          }}
        />
        {!ofItems && <TotalsFields state={state} onChange={onChange} />}
        <Choice
          label="Decimals"
          names={decimalNames}
          among={["default", ...decimalPlaces]}
          value={state.decimals ?? "default"}
          width={{ base: HALF, sm: 116 }}
          onChoose={(decimals) => onChange({ decimals: decimals === "default" ? null : decimals })}
        />
        {hasDates && <ZoneField value={timeZone} disabled={false} size="xs" onChange={(zone) => onChange({ zone })} />}
        <Group gap="md" mih={30}>
          {!ofItems && (
            <Switch
              size="xs"
              label="Subtotals"
              disabled={!hasGroups}
              checked={state.subtotals}
              onChange={(event) => onChange({ subtotals: event.currentTarget.checked })}
            />
          )}
          <Switch
            size="xs"
            label="“Other” and “None” last"
            disabled={rows.length === 0}
            checked={state.othersLast}
            onChange={(event) => onChange({ othersLast: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label="Heat colours"
            checked={state.heat}
            onChange={(event) => onChange({ heat: event.currentTarget.checked })}
          />
          <TestsField state={state} onChange={onChange} />
          {!ofItems && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowsExchange size={14} aria-hidden />}
              disabled={rows.length + columns.length === 0}
              onClick={onSwap}
            >
              Swap rows and columns
            </Button>
          )}
        </Group>
      </Folded>
    </Group>
  );
}

const orders = ["order up", "order down", "label up", "label down", "value down", "value up"] as const;
type Order = (typeof orders)[number];
const orderNames: Record<Order, string> = {
  "order up": "As in the questionnaire",
  "order down": "Questionnaire, reversed",
  "label up": "Label, A to Z",
  "label down": "Label, Z to A",
  "value down": "Value, greatest first",
  "value up": "Value, least first",
};

/** Items of a grid have no totals, and each its bases beside it. */
function TotalsFields({ state, onChange }: Pick<Props, "state" | "onChange">) {
  return (
    <>
      <Choice
        label="Totals of rows"
        names={totalNames}
        among={totalPlaces}
        value={state.rowTotals}
        width={{ base: HALF, sm: 110 }}
        onChoose={(rowTotals) => onChange({ rowTotals })}
      />
      <Choice
        label="Totals of columns"
        names={totalNames}
        among={totalPlaces}
        value={state.columnTotals}
        width={{ base: HALF, sm: 120 }}
        onChoose={(columnTotals) => onChange({ columnTotals })}
      />
      <Choice
        label="Bases"
        names={baseNames}
        among={basePlaces}
        value={state.bases}
        width={{ base: HALF, sm: 150 }}
        onChoose={(bases) => onChange({ bases })}
      />
    </>
  );
}

function SortField({ state, onChange }: Pick<Props, "state" | "onChange">) {
  const choose = (order: Order) => {
    const sort = sorts.find((each) => order.startsWith(each)) ?? "order";
    const column = sort === "value" ? {} : { sortColumn: null, sortValue: 0 };
    onChange({ sort, descending: order.endsWith("down"), ...column });
  };
  return (
    <Choice
      label="Order of rows"
      names={orderNames}
      among={orders}
      value={`${state.sort} ${state.descending ? "down" : "up"}`}
      width={{ base: "100%", sm: 180 }}
      onChoose={choose}
    />
  );
}
