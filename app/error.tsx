"use client";

import { Button, Container, Text, Title } from "@mantine/core";

/** The last resort: a page that could not be rendered at all. */
export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <Container size="xs" py={96}>
      <Title order={1} fz={24} mb="xs">
        This page could not be shown
      </Title>
      <Text mb="md">Something went wrong on our side. Try again; what you saved is safe.</Text>
      <Button onClick={reset}>Try again</Button>
    </Container>
  );
}
