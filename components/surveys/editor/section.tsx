import { Card, SimpleGrid, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A group of fields under a heading. */
export function Section({
  title,
  hint,
  columns = 2,
  children,
}: {
  title: string;
  hint?: string;
  columns?: number;
  children: ReactNode;
}) {
  return (
    <Card withBorder padding="md" component="section" aria-label={title}>
      <Title order={2} fz={16} mb={hint ? 2 : "sm"}>
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed" mb="sm">
          {hint}
        </Text>
      )}
      {columns > 1 ? (
        <SimpleGrid cols={{ base: 1, sm: columns }} spacing="md" verticalSpacing="sm">
          {children}
        </SimpleGrid>
      ) : (
        children
      )}
    </Card>
  );
}
