import { Group, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Title of a page, a line beside it, and what can be done here. */
export function PageHeader({ title, aside, children }: { title: string; aside?: ReactNode; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="center" mb="md" gap="sm">
      <Group gap="sm" align="baseline">
        <Title order={1} fz={22}>
          {title}
        </Title>
        {aside && (
          <Text size="sm" c="dimmed" component="span">
            {aside}
          </Text>
        )}
      </Group>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
