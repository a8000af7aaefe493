"use client";

import { Group, Switch } from "@mantine/core";
import { usePageActions } from "@/components/ui/page-actions";
import { type Exclusions, INCLUDE_EXCLUDED } from "@/lib/tables/exclusion-words";

type Props = {
  /** Null: no exclusions are known. */
  exclusions: Exclusions | null;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** Whether responses excluded for quality count; shown where there are some, and where it is on. */
export function ExcludedSwitch({ exclusions, isOn, onChange }: Props) {
  const isShown = isOn || (exclusions !== null && exclusions.excluded > 0);
  const label = isOn ? "Leave out excluded responses" : INCLUDE_EXCLUDED;
  const run = () => onChange(!isOn);
  usePageActions(isShown ? [{ id: "include-excluded", label, keywords: "quality exclusions", run }] : []);
  if (!isShown) return null;
  return (
    <Group mih={30} mb="sm">
      <Switch
        size="xs"
        label={INCLUDE_EXCLUDED}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Group>
  );
}
