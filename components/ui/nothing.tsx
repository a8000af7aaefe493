import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** Stands where there is nothing to show: why, and beneath it what to do. */
export function Nothing({ says, children }: { says: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed" ta="center">
        {says}
      </Text>
      {children}
    </Stack>
  );
}
