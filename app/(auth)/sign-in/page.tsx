import { Box, Code, Paper, Stack, Text, Title } from "@mantine/core";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInCard } from "@/components/session/sign-in-card";
import { safePath } from "@/lib/auth/sign-in-address";
import { currentViewer } from "@/lib/auth/viewer";
import { demoAllowed } from "@/lib/env";
import { connections } from "@/lib/gateway/connections";
import { db } from "@/lib/stores/postgres/client";
import { anyUsers } from "@/lib/stores/postgres/users";

export const metadata: Metadata = { title: "Sign in" };

type Search = { searchParams: Promise<{ next?: string | string[] }> };

export default async function SignInPage({ searchParams }: Search) {
  const next = safePath((await searchParams).next);
  if (await currentViewer()) redirect(next);
  const choices = connections().map(({ name, title }) => ({ name, title }));
  return (
    <Box component="main" maw={400} mx="auto" px="md" pt={{ base: 40, sm: 96 }} pb="xl">
      <Stack gap="lg">
        <div>
          <Title order={1} fz={28}>
            Fieldwork
          </Title>
          <Text c="dimmed">Surveys, quotas and answers in one place.</Text>
        </div>
        <Paper withBorder p="lg">
          <SignInCard connections={choices} next={next} />
        </Paper>
        <FirstSteps users={await anyUsers(db())} />
      </Stack>
    </Box>
  );
}

/** An installation without users says how to make the first; one with demo data names its accounts. */
function FirstSteps({ users }: { users: { any: boolean; demo: boolean } }) {
  if (!users.any) {
    return (
      <Text size="sm" c="dimmed">
        There are no users yet. Make the first one on the server:{" "}
        <Code>npm run user -- add EMAIL --role admin --account NAME</Code>
      </Text>
    );
  }
  if (!users.demo || !demoAllowed()) return null;
  return (
    <Text size="sm" c="dimmed">
      This installation has demo data. Sign in as <Code>manager@demo.test</Code>, <Code>analyst@demo.test</Code> or{" "}
      <Code>admin@demo.test</Code> with the password <Code>fieldwork-demo</Code>.
    </Text>
  );
}
