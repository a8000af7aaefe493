"use client";

import { useLocalStorage } from "@mantine/hooks";
import { IconLayoutNavbarCollapse, IconLayoutNavbarExpand } from "@tabler/icons-react";
import { Button } from "./button";
import { usePageActions } from "./page-actions";
import classes from "./settings-bar.module.css";

type Opening = {
  /** The result that the settings are of, as a sentence names it. */
  of: "table" | "trend";
  /** Until a person has chosen. */
  isHidden: boolean;
  /** Without a result there is nothing that hidden settings would make room for. */
  hasResult: boolean;
};

/** Whether a page's settings are hidden: remembered in this browser, and only where there is a result. */
export function useSettingsHidden({ of, isHidden: usual, hasResult }: Opening) {
  const [chosen, choose] = useLocalStorage<boolean | null>({ key: `${of}-settings-hidden`, defaultValue: null });
  const isHidden = chosen ?? usual;
  usePageActions([
    {
      id: `${of}-settings`,
      label: isHidden ? `Show ${of} settings` : `Hide ${of} settings`,
      keywords: "collapse room",
      run: () => choose(!isHidden),
      refused: hasResult ? null : `There is no ${of} yet.`,
    },
  ]);
  return { isHidden: isHidden && hasResult, toggle: () => choose(!isHidden) };
}

type Props = {
  isHidden: boolean;
  onToggle: () => void;
  /** The settings in one line, for while they are hidden. */
  summary: string;
};

/** Hides the settings, and says what they are while they are hidden. */
export function SettingsBar({ isHidden, onToggle, summary }: Props) {
  const Icon = isHidden ? IconLayoutNavbarExpand : IconLayoutNavbarCollapse;
  return (
    <div className={classes.bar}>
      <Button isSmall aria-expanded={!isHidden} onClick={onToggle}>
        <Icon size={14} aria-hidden />
        {isHidden ? "Show settings" : "Hide settings"}
      </Button>
      {isHidden && (
        <p className={classes.summary} title={summary}>
          {summary}
        </p>
      )}
    </div>
  );
}
