"use client";

import { Alert, Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { questionsQuery } from "@/lib/answers/queries";
import type { StoredDefaults } from "@/lib/contracts/ours/pivots";
import { defaultsOf, defaultsQuery } from "@/lib/pivots/defaults";
import { fieldsOf } from "@/lib/pivots/fields";
import { saveTableDefaults, specsQuery, tableDefaultsQuery } from "@/lib/pivots/queries";

/** What an import brought was not there when this was read before. */
const ANEW = { refetchOnMount: "always" } as const;
const MOST_OFFERED = 5;

/**
 * Asks which weight new tables have, while the project has a weight and no table defaults. The answer is kept as the
 * table defaults, also “Do not weight”, so that the question is asked once.
 */
export function DefaultWeight({ project }: { project: string }) {
  const client = useQueryClient();
  const { data: known } = useQuery({ ...questionsQuery(project), ...ANEW });
  const { data: specs } = useQuery({ ...specsQuery(project), ...ANEW });
  const { data: stored } = useQuery({ ...tableDefaultsQuery(project), ...ANEW });
  const save = useMutation({
    mutationFn: (query: string) => saveTableDefaults({ project_id: project, query, seen: null }),
    onSuccess: (saved) => {
      client.setQueryData<StoredDefaults>(tableDefaultsQuery(project).queryKey, saved);
      notifications.show({ message: "Saved. “Table defaults” on the page Tables changes it." });
    },
  });
  if (!known || !specs || !stored || stored.query !== null) return null;
  const { questions, weights } = known;
  const [first, ...others] = weights;
  if (!first) return null;
  const choose = (weight: string | null) => {
    const defaults = defaultsOf({ questions, weights, fields: fieldsOf(specs, questions), query: null });
    save.mutate(defaultsQuery({ ...defaults, weight }));
  };
  return (
    <Alert color="gray" variant="light" role="note" title="Weight of new tables">
      <Text size="sm" mb="xs">
        {others.length === 0
          ? `New tables of this project are weighted by “${first.name}”, its only weight.`
          : `This project has ${weights.length} weights. New tables are unweighted until you choose one.`}
      </Text>
      <Group gap="xs">
        {weights.slice(0, MOST_OFFERED).map(({ id, name }) => (
          <Button key={id} size="xs" variant="default" disabled={save.isPending} onClick={() => choose(id)}>
            Weight by “{name}”
          </Button>
        ))}
        <Button size="xs" variant="default" disabled={save.isPending} onClick={() => choose(null)}>
          Do not weight
        </Button>
      </Group>
      {save.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {save.error.message}
        </Text>
      )}
    </Alert>
  );
}
