"use client";

import { Badge, Group, Text, UnstyledButton } from "@mantine/core";
import type { QuotaDraft } from "@/lib/surveys/draft";
import { describeQualification } from "@/lib/surveys/qualification-text";
import { useEditor } from "./editor-context";

/** A quota's qualifications in words; pressing them opens their dialog. */
export function QualificationChips({ quota, name, onEdit }: { quota: QuotaDraft; name: string; onEdit: () => void }) {
  const { questions, readOnly } = useEditor();
  const chips = (
    <Group gap={4}>
      {quota.qualifications.length === 0 && (
        <Text size="sm" c="dimmed">
          Everyone
        </Text>
      )}
      {quota.qualifications.map((qualification) => (
        <Badge
          key={String(qualification.question_id)}
          variant="light"
          color="gray"
          tt="none"
          fw={500}
          radius="sm"
          autoContrast
        >
          {describeQualification(qualification, questions)}
        </Badge>
      ))}
    </Group>
  );
  if (readOnly) return chips;
  return (
    <UnstyledButton onClick={onEdit} aria-label={`Qualifications of ${name}`} w="100%" py={4}>
      {chips}
    </UnstyledButton>
  );
}
