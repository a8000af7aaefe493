import { Anchor, Container, Text, Title } from "@mantine/core";
import Link from "next/link";

export default function NotFound() {
  return (
    <Container size="xs" py={96} component="main">
      <Title order={1} fz={24} mb="xs">
        Nothing is here
      </Title>
      <Text mb="md">This address leads nowhere. It may have been mistyped or cut short.</Text>
      <Anchor component={Link} href="/surveys" prefetch={false}>
        Go to the surveys
      </Anchor>
    </Container>
  );
}
