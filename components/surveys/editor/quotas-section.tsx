"use client";

import { ActionIcon, Button, Group, NumberInput, Table, Text, TextInput, Tooltip } from "@mantine/core";
import { IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Controller, useFieldArray, useFormState, useWatch } from "react-hook-form";
import { useFormat } from "@/components/ui/use-format";
import type { Quota } from "@/lib/contracts/survey-codec";
import { emptyQuota, isUnknownAudience, type QuotaDraft, quotasProblem } from "@/lib/surveys/draft";
import { useEditor } from "./editor-context";
import { QualificationChips } from "./qualification-chips";
import { QualificationDialog } from "./qualification-dialog";
import classes from "./quotas-section.module.css";
import { Section } from "./section";

/** The survey's quotas: name, who belongs to it, target, and what it has collected. */
export function QuotasSection() {
  const { control, connection, present, readOnly } = useEditor();
  const { fields, append, insert, remove, update } = useFieldArray({
    control,
    name: "respondent_attributes",
    keyName: "key",
  });
  const [edited, setEdited] = useState<number | null>(null);
  const unread = present ? quotasProblem(present) : null;
  const mayAdd = !unread && (!present || connection.addsQuotas);
  const collected = new Map(present?.respondent_attributes?.map((quota) => [quota.quota_id, quota]));
  const opened = edited === null ? undefined : fields[edited];
  return (
    <Section
      title="Quotas"
      hint="A respondent enters when he fits at least one quota and none of his is full."
      columns={1}
    >
      <div className={classes.scroll}>
        <Table verticalSpacing={6} horizontalSpacing="xs" className={classes.table ?? ""} aria-label="Quotas">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={220}>Name</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th w={110} className="figures">
                Target
              </Table.Th>
              <Table.Th className="figures">Starts</Table.Th>
              <Table.Th className="figures">Completes</Table.Th>
              <Table.Th w={80}>
                <span className="visually-hidden">Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map((field, index) => (
              <QuotaRow
                key={field.key}
                index={index}
                collected={field.quota_id === null ? undefined : collected.get(field.quota_id)}
                onEdit={() => setEdited(index)}
                locked={unread !== null}
                onRemove={() => remove(index)}
                {...(mayAdd && { onDuplicate: (quota: QuotaDraft) => insert(index + 1, copyOf(quota)) })}
              />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Sums />
          </Table.Tfoot>
        </Table>
      </div>
      {unread && (
        <Text size="sm" c="dimmed" mt="xs">
          {unread}
        </Text>
      )}
      <ListProblem />
      {!readOnly && (
        <Group mt="sm">
          <Tooltip label={unread ?? `${connection.title} cannot add quotas to a survey that exists.`} disabled={mayAdd}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={!mayAdd}
              onClick={() => append(emptyQuota())}
            >
              Add quota
            </Button>
          </Tooltip>
        </Group>
      )}
      {opened && edited !== null && (
        <QualificationDialog
          index={edited}
          onClose={() => setEdited(null)}
          onSave={(quota) => {
            update(edited, quota);
            setEdited(null);
          }}
        />
      )}
    </Section>
  );
}

const copyOf = ({ quota_name, quota, qualifications }: QuotaDraft): QuotaDraft => ({
  quota_id: null,
  quota_name: quota_name ? `${quota_name} copy` : "",
  quota,
  qualifications,
});

function QuotaRow({
  index,
  collected,
  locked,
  onEdit,
  onRemove,
  onDuplicate,
}: {
  index: number;
  locked: boolean;
  collected: Quota | undefined;
  onEdit: () => void;
  onRemove: () => void;
  onDuplicate?: (quota: QuotaDraft) => void;
}) {
  const format = useFormat();
  const { control, readOnly } = useEditor();
  const path = `respondent_attributes.${index}` as const;
  const quota = useWatch({ control, name: path });
  const name = quota?.quota_name || `Quota ${index + 1}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Controller
          control={control}
          name={`${path}.quota_name`}
          render={({ field, fieldState }) => (
            <TextInput
              {...field}
              size="xs"
              aria-label={`Name of quota ${index + 1}`}
              error={fieldState.error?.message}
            />
          )}
        />
      </Table.Td>
      <Table.Td>{quota && <QualificationChips quota={quota} name={name} onEdit={onEdit} />}</Table.Td>
      <Table.Td>
        <Controller
          control={control}
          name={`${path}.quota`}
          render={({ field, fieldState }) => (
            <NumberInput
              {...field}
              size="xs"
              hideControls
              thousandSeparator=","
              allowNegative={false}
              allowDecimal={false}
              aria-label={`Target of ${name}`}
              error={fieldState.error?.message}
              classNames={{ input: classes.target ?? "" }}
            />
          )}
        />
      </Table.Td>
      <Table.Td className="figures">{collected ? format.count(collected.survey_starts) : ""}</Table.Td>
      <Table.Td className="figures">{collected ? format.count(collected.survey_completes) : ""}</Table.Td>
      <Table.Td>
        {!readOnly && !locked && (
          <Group gap={2} wrap="nowrap" justify="flex-end">
            {onDuplicate && quota && !isUnknownAudience(quota) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Duplicate ${name}`}
                onClick={() => onDuplicate(quota)}
              >
                <IconCopy size={15} />
              </ActionIcon>
            )}
            <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** The sum of targets against the survey's own. */
function Sums() {
  const format = useFormat();
  const { control } = useEditor();
  const [quotas, respondents] = useWatch({ control, name: ["respondent_attributes", "respondents"] });
  if (quotas.length === 0) return null;
  const sum = quotas.reduce((total, { quota }) => total + (Number(quota) || 0), 0);
  const difference = respondents === "" ? 0 : sum - Number(respondents);
  const note =
    difference === 0
      ? "the survey's target"
      : `${format.count(Math.abs(difference))} ${difference > 0 ? "above" : "below"} the survey's target`;
  return (
    <Table.Tr>
      <Table.Td colSpan={2}>
        <Text size="sm" c="dimmed" ta="right">
          {quotas.length} {quotas.length === 1 ? "quota" : "quotas"}, together
        </Text>
      </Table.Td>
      <Table.Td className="figures">
        <Text size="sm" fw={600} pr={10}>
          {format.count(sum)}
        </Text>
      </Table.Td>
      <Table.Td colSpan={3}>
        <Text size="sm" c="dimmed">
          {respondents === "" ? "" : note}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** What is wrong with the list as a whole. */
function ListProblem() {
  const { control } = useEditor();
  const { errors } = useFormState({ control, name: "respondent_attributes" });
  const message = errors.respondent_attributes?.root?.message ?? errors.respondent_attributes?.message;
  return message ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
      {message}
    </Text>
  ) : null;
}
