"use client";

import { useLocalStorage } from "@mantine/hooks";
import { IconLayoutNavbarCollapse, IconLayoutNavbarExpand } from "@tabler/icons-react";
import { Button } from "@/components/ui/button";
import { usePageActions } from "@/components/ui/page-actions";
import type { PivotState } from "@/lib/pivots/address";
import { settingsSummary } from "@/lib/pivots/settings-summary";
import classes from "./pivot-builder.module.css";
import type { PivotShown } from "./use-pivot";

/** Whether the settings of tables are hidden: remembered in this browser, and only where there is a table. */
export function useSettingsHidden(hasTable: boolean) {
  const [isHidden, setHidden] = useLocalStorage({ key: "table-settings-hidden", defaultValue: false });
  usePageActions([
    {
      id: "pivot-settings",
      label: isHidden ? "Show table settings" : "Hide table settings",
      keywords: "pivot collapse room",
      run: () => setHidden(!isHidden),
      refused: hasTable ? null : "There is no table yet.",
    },
  ]);
  return { isHidden: isHidden && hasTable, toggle: () => setHidden(!isHidden) };
}

type Props = { state: PivotState; shown: PivotShown; isHidden: boolean; onToggle: () => void };

/** Hides the settings, and says what they are while they are hidden. */
export function SettingsBar({ state, shown: { fields, known }, isHidden, onToggle }: Props) {
  const Icon = isHidden ? IconLayoutNavbarExpand : IconLayoutNavbarCollapse;
  return (
    <div className={classes.settings}>
      <Button isSmall aria-expanded={!isHidden} onClick={onToggle}>
        <Icon size={14} aria-hidden />
        {isHidden ? "Show settings" : "Hide settings"}
      </Button>
      {isHidden && (
        <p className={classes.summary}>{settingsSummary(state, { fields, weights: known.data?.weights ?? [] })}</p>
      )}
    </div>
  );
}
