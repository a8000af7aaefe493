"use client";

import { Flex } from "@mantine/core";
import { AnswerFilter, type AskedCondition } from "@/components/pickers/answer-filter";
import { ExcludedSwitch } from "@/components/pickers/excluded-switch";
import type { PivotState } from "@/lib/pivots/address";
import { stackedDimensions } from "@/lib/pivots/composed";
import { takesSeveral } from "@/lib/pivots/fields";
import { isOfItems } from "@/lib/pivots/items";
import { chartedName } from "@/lib/pivots/items-chart";
import { valueTitle } from "@/lib/pivots/shown-table";
import type { Derive } from "./field-list";
import { PivotControls } from "./pivot-controls";
import { ShowAs } from "./show-as";
import type { Builder, Change } from "./use-builder";
import type { PivotShown } from "./use-pivot";
import { type OptionsOf, Zones } from "./zones";

export type PivotSettingsProps = {
  state: PivotState;
  shown: PivotShown;
  builder: Builder;
  /** A condition that is asked for elsewhere. */
  asked: AskedCondition | null;
  optionsOf: OptionsOf;
  onDerive: Derive;
  onChange: Change;
};

/** What a table is made by, beside the list of fields. */
export function PivotSettings({ state, shown, builder, asked, optionsOf, onDerive, onChange }: PivotSettingsProps) {
  const { fields, questions, known } = shown;
  const items = isOfItems(state) ? shown.made?.items : null;
  return (
    <>
      <Zones {...{ state, fields, builder, onChange, optionsOf, onDerive }} />
      <Flex columnGap="lg" wrap="wrap" align="flex-start">
        <AnswerFilter
          label="Filters"
          add="Add filter"
          items={state.filter}
          questions={questions}
          isReading={known.isPending}
          onChange={(filter) => onChange({ filter })}
          asked={asked}
        />
        <ExcludedSwitch
          exclusions={shown.exclusions}
          isOn={state.includeExcluded}
          onChange={(includeExcluded) => onChange({ includeExcluded })}
        />
      </Flex>
      <PivotControls
        state={state}
        weights={known.data?.weights ?? []}
        timeZone={shown.timeZone}
        onChange={onChange}
        onSwap={builder.swap}
      >
        <ShowAs
          state={state}
          hasSeveral={takesSeveral(stackedDimensions(state), questions)}
          title={(value) => (items ? chartedName(items, state, value) : valueTitle(fields, value))}
          onChange={onChange}
        />
      </PivotControls>
    </>
  );
}
