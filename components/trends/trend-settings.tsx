"use client";

import { Flex } from "@mantine/core";
import { ExcludedSwitch } from "@/components/pickers/excluded-switch";
import type { Role } from "@/lib/contracts/rules/permissions";
import type { TrendState } from "@/lib/trends/address";
import { TrendControls } from "./trend-controls";
import { TrendFilters } from "./trend-filters";
import { TrendLines } from "./trend-lines";
import type { TrendShown } from "./use-trend";

export type TrendSettingsProps = {
  state: TrendState;
  shown: TrendShown;
  role: Role;
  onChange: (change: Partial<TrendState>) => void;
};

/** What a trend of a project is made by. */
export function TrendSettings({ state, shown, role, onChange }: TrendSettingsProps) {
  return (
    <>
      <TrendControls state={state} shown={shown} role={role} onChange={onChange} />
      <Flex columnGap="lg" wrap="wrap" align="flex-start">
        <TrendLines state={state} shown={shown} role={role} onChange={onChange} />
        <TrendFilters state={state} questions={shown.here} isReading={shown.known.isPending} onChange={onChange} />
        <ExcludedSwitch
          exclusions={shown.exclusions}
          isOn={state.includeExcluded}
          onChange={(includeExcluded) => onChange({ includeExcluded })}
        />
      </Flex>
    </>
  );
}
