import { Group, Paper } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./chosen-bar.module.css";

/** What can be done with a list's chosen rows; stands after the list, so that a first choice moves no row. */
export function ChosenBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder shadow="md" px="sm" py={6} component="section" aria-label={label} className={classes.bar ?? ""}>
      <Group gap="sm">{children}</Group>
    </Paper>
  );
}
