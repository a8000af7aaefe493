import { Alert, Radio, Stack, Text } from "@mantine/core";
import type { ProjectField, Side } from "@/lib/projects/merge";
import { projectFields } from "@/lib/projects/merge";

export type MeanwhileChange = {
  field: ProjectField;
  /** Before, theirs and mine, as a person reads them; null: I left the field as it was, or made the same of it. */
  before: string;
  theirs: string;
  mine: string | null;
};

type Props = {
  changes: MeanwhileChange[];
  choices: Partial<Record<ProjectField, Side>>;
  onChoose: (field: ProjectField, side: Side) => void;
};

/** What somebody else made of the project while it was edited here; where both changed a field, whose holds. */
export function ProjectChanged({ changes, choices, onChoose }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert" title="This project was changed meanwhile">
      <Stack gap="sm">
        {changes.map(({ field, before, theirs, mine }) =>
          mine === null ? (
            <Text key={field} size="sm" style={{ overflowWrap: "anywhere" }}>
              {projectFields[field]}: {before} became {theirs}. It stays so.
            </Text>
          ) : (
            <Radio.Group
              key={field}
              label={`${projectFields[field]}, before: ${before}`}
              value={choices[field] ?? null}
              onChange={(side) => onChoose(field, side === "theirs" ? "theirs" : "mine")}
            >
              <Stack gap={6} mt={6}>
                <Radio value="mine" label={`Mine: ${mine}`} />
                <Radio value="theirs" label={`Theirs: ${theirs}`} />
              </Stack>
            </Radio.Group>
          ),
        )}
        <Text size="sm">Save again to write what is chosen here.</Text>
      </Stack>
    </Alert>
  );
}
