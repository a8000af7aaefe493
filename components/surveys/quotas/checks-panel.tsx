"use client";

import { ScrollArea, Text } from "@mantine/core";
import { IconAlertCircle, IconAlertTriangle } from "@tabler/icons-react";
import { memo } from "react";
import type { Warning } from "@/lib/surveys/quotas/quota-checks";
import classes from "./checks-panel.module.css";

const MOST_SHOWN = 50;

/** A refused save, row by row; the sentences of a service may be about any of its members. */
export type Refusal = { row: number; message: string };

type Props = {
  refusals: readonly Refusal[];
  warnings: readonly Warning[];
  onGo: (rows: readonly number[]) => void;
};

/** What a save was refused for, and what to look at before fielding, a sentence each; pressing one goes to its rows. */
export const ChecksPanel = memo(function ChecksPanel({ refusals, warnings, onGo }: Props) {
  const items = [
    ...refusals.map(({ row, message }) => ({ rows: [row], message, isRefused: true })),
    ...warnings.map(({ rows, message }) => ({ rows, message, isRefused: false })),
  ];
  if (items.length === 0) return null;
  return (
    <section className={classes.panel} aria-label="Checks" data-refused={refusals.length > 0 || undefined}>
      <Text size="sm" fw={600} mb={4}>
        {items.length === 1 ? "One thing to look at" : `${items.length.toLocaleString("en")} things to look at`}
      </Text>
      <ScrollArea.Autosize mah={76}>
        <ul className={classes.list}>
          {items.slice(0, MOST_SHOWN).map(({ rows, message, isRefused }) => (
            <li key={`${rows.join()} ${message}`}>
              <button type="button" className={classes.warning} onClick={() => onGo(rows)}>
                {isRefused ? (
                  <IconAlertCircle size={15} role="img" aria-label="Refused" className={classes.refused} />
                ) : (
                  <IconAlertTriangle size={15} aria-hidden className={classes.icon} />
                )}
                <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
        {items.length > MOST_SHOWN && (
          <Text size="xs" c="dimmed">
            And {items.length - MOST_SHOWN} more.
          </Text>
        )}
      </ScrollArea.Autosize>
    </section>
  );
});
