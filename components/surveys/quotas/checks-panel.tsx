"use client";

import { Group, ScrollArea, Text, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { memo } from "react";
import type { Warning } from "@/lib/surveys/quotas/quota-checks";
import classes from "./checks-panel.module.css";

const MOST_SHOWN = 100;

/** What to look at before fielding, a sentence each; pressing one goes to its rows. */
export const ChecksPanel = memo(function ChecksPanel({
  warnings,
  onGo,
}: {
  warnings: readonly Warning[];
  onGo: (rows: readonly number[]) => void;
}) {
  if (warnings.length === 0) return null;
  return (
    <section className={classes.panel} aria-label="Checks">
      <Text size="sm" fw={600} mb={4}>
        {warnings.length === 1 ? "One thing to look at" : `${warnings.length.toLocaleString("en")} things to look at`}
      </Text>
      <ScrollArea.Autosize mah={150} viewportProps={{ tabIndex: 0 }}>
        <ul className={classes.list}>
          {warnings.slice(0, MOST_SHOWN).map(({ kind, rows, message }) => (
            <li key={`${kind} ${rows.join()} ${message}`}>
              <UnstyledButton className={classes.warning ?? ""} onClick={() => onGo(rows)}>
                <Group gap={8} wrap="nowrap" align="flex-start">
                  <IconAlertTriangle size={15} aria-hidden className={classes.icon} />
                  <Text size="sm" component="span">
                    {message}
                  </Text>
                </Group>
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {warnings.length > MOST_SHOWN && (
          <Text size="xs" c="dimmed">
            And {warnings.length - MOST_SHOWN} more.
          </Text>
        )}
      </ScrollArea.Autosize>
    </section>
  );
});
