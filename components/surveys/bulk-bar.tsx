"use client";

import { Button, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { ChosenBar } from "@/components/ui/chosen-bar";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { useFormat } from "@/components/ui/use-format";
import type { SurveyChoice } from "@/lib/contracts/ours/jobs";
import type { BulkAction } from "./bulk-forms";

const BulkDialog = onDemand(async () => (await import("./bulk-dialog")).BulkDialog, DialogFrame);

type Props = {
  chosen: ReadonlySet<string>;
  /** How many surveys the list's filter finds, and the filter itself. */
  total: number;
  filter: NonNullable<SurveyChoice["filter"]>;
  onClear: () => void;
};

const actions: { action: BulkAction; label: string }[] = [
  { action: "pause", label: "Pause" },
  { action: "live", label: "Take live" },
  { action: "complete", label: "Complete" },
  { action: "price", label: "Change price…" },
  { action: "end", label: "Change out-of-field date…" },
  { action: "quotas", label: "Raise or scale quotas…" },
  { action: "pacing", label: "Change pacing…" },
];

/** What can be done with the chosen surveys, or with all that the filter finds. */
export function BulkBar({ chosen, total, filter, onClear }: Props) {
  const format = useFormat();
  const [everything, setEverything] = useEverything(chosen, filter);
  const [action, setAction] = useState<BulkAction | null>(null);
  const count = everything ? total : chosen.size;
  const close = () => {
    setEverything(false);
    onClear();
  };
  usePageActions([
    ...actions.map((item) => ({
      id: `chosen-${item.action}`,
      label: `${item.label.replace("…", "")} (${format.count(count)} chosen)…`,
      keywords: "chosen surveys bulk",
      run: () => setAction(item.action),
    })),
    { id: "choose-none", label: "Choose none", run: close },
  ]);
  return (
    <ChosenBar label="Chosen surveys">
      <Text size="sm" fw={600}>
        {format.count(count)} chosen
      </Text>
      {!everything && total > chosen.size && (
        <Button size="compact-sm" variant="subtle" onClick={() => setEverything(true)}>
          Choose all {format.count(total)} that this list finds
        </Button>
      )}
      <PopMenu
        trigger={(opens) => (
          <Button size="compact-sm" rightSection={<IconChevronDown size={14} aria-hidden />} {...opens}>
            Change
          </Button>
        )}
      >
        {actions.map((item) => (
          <MenuItem key={item.action} onClick={() => setAction(item.action)}>
            {item.label}
          </MenuItem>
        ))}
      </PopMenu>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={close}>
        Choose none
      </Button>
      {action && (
        <BulkDialog
          action={action}
          surveys={everything ? { filter } : { ids: [...chosen] }}
          onClose={() => setAction(null)}
          onStarted={close}
        />
      )}
    </ChosenBar>
  );
}

/** Whether all that the filter finds is meant: only as long as the choice and the filter are those it was said of. */
function useEverything(chosen: Props["chosen"], filter: Props["filter"]) {
  const found = JSON.stringify(filter);
  const [said, setSaid] = useState<{ chosen: Props["chosen"]; found: string } | null>(null);
  const holds = said !== null && said.chosen === chosen && said.found === found;
  // Forgotten at once: it does not come back with the former filter.
  if (said !== null && !holds) setSaid(null);
  return [holds, (on: boolean) => setSaid(on ? { chosen, found } : null)] as const;
}
