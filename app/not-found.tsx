import { Anchor, Container, Text, Title } from "@mantine/core";

export default function NotFound() {
  return (
    <Container size="xs" py={96} component="main">
      <Title order={1} fz={24} mb="xs">
        Nothing is here
      </Title>
      <Text mb="md">This address leads nowhere. It may have been mistyped or cut short.</Text>
      <Anchor href="/surveys">Go to the surveys</Anchor>
    </Container>
  );
}
