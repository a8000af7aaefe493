"use client";

import { Badge, Group, Text, UnstyledButton } from "@mantine/core";
import { isUnknownAudience, type QuotaDraft, quotasProblem } from "@/lib/surveys/draft";
import { describeQualification } from "@/lib/surveys/qualification-text";
import { useEditor } from "./editor-context";

/** A quota's qualifications in words; pressing them opens their dialog. */
export function QualificationChips({ quota, name, onEdit }: { quota: QuotaDraft; name: string; onEdit: () => void }) {
  const { questions, readOnly, present } = useEditor();
  const chips = (
    <Group gap={4}>
      {quota.qualifications.length === 0 && (
        <Text size="sm" c="dimmed">
          {isUnknownAudience(quota) ? "Qualifications unknown" : "Everyone"}
        </Text>
      )}
      {quota.qualifications.map((qualification, position) => (
        <Badge
          // biome-ignore lint/suspicious/noArrayIndexKey: a service may ask one question twice, and a chip has no state
          key={`${position}:${qualification.question_id}`}
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
  if (readOnly || (present && quotasProblem(present))) return chips;
  return (
    <UnstyledButton onClick={onEdit} aria-label={`Qualifications of ${name}`} w="100%" py={4}>
      {chips}
    </UnstyledButton>
  );
}
