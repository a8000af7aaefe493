import { Group, Paper, Skeleton, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { LoadError } from "@/components/ui/load-error";
import classes from "./charts.module.css";

type Props = {
  title: string;
  aside?: ReactNode;
  /** What can be done with this chart. */
  menu?: ReactNode;
  /** Of what is drawn, in pixels: nothing moves when it comes. */
  height: number;
  /** Why there is nothing to draw; null: there is. */
  empty?: string | null;
  error?: Error | null;
  onRetry?: () => void;
  /** What the chart shows, for who does not see it: a sentence, and a table where that is short. */
  spoken?: ReactNode;
  /** Absent: it is still being read. */
  children?: ReactNode;
};

/** What stands around every chart. */
export function ChartFrame({ title, aside, menu, height, empty, error, onRetry, spoken, children }: Props) {
  return (
    <Paper withBorder p="sm" component="section" aria-label={title} className={`${classes.frame} ${classes.colours}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs" mb={6}>
        <div style={{ minWidth: 0 }}>
          <Text fw={600} size="sm" component="h2" className={classes.title ?? ""} lineClamp={2} title={title}>
            {title}
          </Text>
          {aside && (
            <Text size="xs" c="dimmed" component="div">
              {aside}
            </Text>
          )}
        </div>
        {menu}
      </Group>
      <div style={{ minHeight: height }}>
        {error ? (
          <LoadError what="This chart" error={error} onRetry={onRetry ?? (() => {})} />
        ) : empty ? (
          <Text c="dimmed" size="sm" ta="center" pt={height / 3}>
            {empty}
          </Text>
        ) : (
          (children ?? <Skeleton height={height} />)
        )}
      </div>
      {spoken && <div className="visually-hidden">{spoken}</div>}
    </Paper>
  );
}
