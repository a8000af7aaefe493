"use client";

import { Button, Group, MultiSelect, Select, Skeleton, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { AnswerFilter } from "@/components/pickers/answer-filter";
import { Choice } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import type { StoredDefaults } from "@/lib/contracts/ours/pivots";
import { baseRules } from "@/lib/contracts/terms/pivot";
import { defaultsOf, defaultsQuery, type TableDefaults } from "@/lib/pivots/defaults";
import { columnChoices } from "@/lib/pivots/fields";
import { saveTableDefaults, tableDefaultsQuery } from "@/lib/pivots/queries";
import { baseRuleNames } from "@/lib/pivots/remarks";
import { valueTitle } from "@/lib/pivots/shown-table";
import { readValue, responseValues, valueText } from "@/lib/pivots/values";
import { TestsField } from "./tests-field";
import type { PivotShown } from "./use-pivot";

type Props = { shown: PivotShown; mayWrite: boolean; onClose: () => void };

/** The banner, weight, filter, base and tests that new tables of the project begin with. */
export function DefaultsDialog({ shown, mayWrite, onClose }: Props) {
  const project = shown.state.project ?? "";
  const { data, error, refetch } = useQuery(tableDefaultsQuery(project));
  const { specs, known } = shown;
  return (
    <Dialog onClose={onClose} title="Table defaults" size="lg">
      {error ? (
        <LoadError what="The table defaults" error={error} onRetry={() => void refetch()} />
      ) : data && specs.data && known.data ? (
        <Form {...{ project, shown, stored: data, mayWrite, onClose }} weights={known.data.weights} />
      ) : (
        <Skeleton height={260} role="status" aria-label="Opening" />
      )}
    </Dialog>
  );
}

const NOT_YOURS = "Your role does not allow changing these. Ask an analyst or an admin.";

type FormProps = Props & {
  project: string;
  stored: StoredDefaults;
  weights: readonly { id: string; name: string }[];
};

function Form({ project, shown, stored, weights, mayWrite, onClose }: FormProps) {
  const { fields, questions, state, asked } = shown;
  const [draft, setDraft] = useState<TableDefaults>(() =>
    defaultsOf({ fields, questions, weights, query: stored.query }),
  );
  const change = (part: Partial<TableDefaults>) => setDraft({ ...draft, ...part });
  const save = useSave({ project, seen: stored.query, onSaved: onClose });
  return (
    <Stack gap="sm">
      <Text size="sm">
        New tables of this project begin with these.{" "}
        {stored.who === null
          ? "None are set yet: the ones below are proposed."
          : `Set by ${stored.who}. Tables that exist stay as they are.`}
      </Text>
      <MultiSelect
        label="Banner"
        description="Questions side by side in the columns, in this order"
        placeholder={draft.columns.length === 0 ? "None" : ""}
        data={columnChoices(fields, draft.columns)}
        value={draft.columns}
        onChange={(columns) => change({ columns, banner: columns.length > 1 ? draft.banner : true })}
        searchable
        disabled={!mayWrite}
      />
      <MultiSelect
        label="Values"
        data={[...responseValues, ...draft.values]
          .map((value) => ({ value: valueText(value), label: valueTitle(fields, value) }))
          .filter(({ value }, at, all) => all.findIndex((each) => each.value === value) === at)}
        value={draft.values.map(valueText)}
        onChange={(texts) => {
          const values = texts.map(readValue).filter((value) => value !== null);
          if (values.length > 0) change({ values });
        }}
        disabled={!mayWrite}
      />
      <Group grow align="flex-start" gap="sm">
        <Select
          label="Weight"
          size="xs"
          placeholder="Unweighted"
          data={weights.map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.weight}
          onChange={(weight) => change({ weight })}
          clearable
          clearButtonProps={{ "aria-label": "Do not weight" }}
          disabled={!mayWrite}
        />
        <Choice
          label="Base"
          names={baseRuleNames}
          among={baseRules}
          value={draft.baseRule}
          disabled={!mayWrite}
          onChoose={(baseRule) => change({ baseRule })}
        />
      </Group>
      {mayWrite && (
        <Group gap="md" align="flex-start">
          <AnswerFilter items={draft.filter} questions={questions} onChange={(filter) => change({ filter })} />
          <TestsField state={draft} onChange={change} />
        </Group>
      )}
      {(save.error || !mayWrite) && (
        <Text size="sm" c={save.error ? "red" : "dimmed"} role={save.error ? "alert" : "note"}>
          {save.error?.message ?? NOT_YOURS}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          {asked && mayWrite && (
            <Button size="xs" variant="default" onClick={() => setDraft(state)}>
              Copy from this table
            </Button>
          )}
          {stored.query !== null && mayWrite && (
            <Button size="xs" variant="default" onClick={() => save.mutate(null)}>
              Clear defaults
            </Button>
          )}
        </Group>
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            {mayWrite ? "Cancel" : "Close"}
          </Button>
          {mayWrite && (
            <Button loading={save.isPending} onClick={() => save.mutate(defaultsQuery(draft))}>
              Save defaults
            </Button>
          )}
        </Group>
      </Group>
    </Stack>
  );
}

type Saving = { project: string; seen: string | null; onSaved: () => void };

function useSave({ project, seen, onSaved }: Saving) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: string | null) => saveTableDefaults({ project_id: project, query, seen }),
    onSuccess: (stored) => {
      client.setQueryData<StoredDefaults>(tableDefaultsQuery(project).queryKey, stored);
      notifications.show({
        message: stored.query === null ? "Table defaults cleared" : "Table defaults saved. New tables begin with them.",
      });
      onSaved();
    },
  });
}
