"use client";

import { Button, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { DraftOfMissing } from "@/components/drafts/draft-of-missing";
import { PageHeader } from "@/components/ui/page-header";
import { keptProjectText } from "@/lib/projects/kept-draft";

/** What an address of a project shows that is not there, or not the viewer's. */
export function ProjectMissing({ id, mayHaveDraft }: { id: string; mayHaveDraft: boolean }) {
  return (
    <Stack align="flex-start" gap="sm">
      <PageHeader title="Project not found" />
      <Text>
        There is no project of this id in your accounts. It may belong to another account, or the link may be cut short.
      </Text>
      {mayHaveDraft && <DraftOfMissing thing="projects" thingId={id} noun="project" textOf={keptProjectText} />}
      <Button component={Link} href="/projects" prefetch={false} variant="default">
        All projects
      </Button>
    </Stack>
  );
}
