"use client";

import { Anchor, Card, Group, Stack, Text } from "@mantine/core";
import { IconRocket } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import { waitingQuery } from "@/lib/soft-launches/queries";

const MOST = 3;

/** Names the surveys that wait for somebody to decide about their soft launch. */
export function WaitingNotice() {
  const { data: launches } = useQuery(waitingQuery());
  const format = useFormat();
  const [all, setAll] = useState(false);
  // What it is about is on each survey's page too: a notice that cannot be read says nothing.
  if (!launches || launches.length === 0) return null;
  const shown = all ? launches : launches.slice(0, MOST);
  const title =
    launches.length === 1
      ? "A soft launch waits for your decision"
      : `${format.count(launches.length)} soft launches wait for your decision`;
  return (
    <Card withBorder padding="sm" mb="md" component="section" aria-label="Soft launches that wait">
      <Group gap="xs" wrap="nowrap" align="flex-start" mb={4}>
        <IconRocket size={18} aria-hidden style={{ flex: "none", marginTop: 2 }} />
        <Text fw={600}>{title}</Text>
      </Group>
      <Stack gap={4} component="ul" m={0} p={0} mah={240} style={{ listStyle: "none", overflowY: "auto" }}>
        {shown.map(({ survey_id, survey_name, share, completes, respondents }) => (
          <Group key={survey_id} component="li" gap="xs">
            <Anchor component={Link} href={`/surveys/${encodeURIComponent(survey_id)}`} prefetch={false} size="sm">
              {survey_name}
            </Anchor>
            <Text size="sm">
              {share}% is in: {format.count(completes)} of {format.count(respondents)}
            </Text>
          </Group>
        ))}
      </Stack>
      {launches.length > shown.length && (
        <Anchor component="button" type="button" size="sm" mt={4} onClick={() => setAll(true)}>
          Show {format.count(launches.length - shown.length)} more
        </Anchor>
      )}
    </Card>
  );
}
