"use client";

import { Button, Container, Text, Title } from "@mantine/core";

/** In place of a page that could not be rendered. `retry` asks the server for it again: it may have been busy alone. */
export function PageError({ retry }: { retry: () => void }) {
  return (
    <Container size="xs" py={96}>
      <Title order={1} fz={24} mb="xs">
        This page could not be shown
      </Title>
      <Text mb="md">Something went wrong on our side. Try again; what you saved is safe.</Text>
      <Button onClick={retry}>Try again</Button>
    </Container>
  );
}
