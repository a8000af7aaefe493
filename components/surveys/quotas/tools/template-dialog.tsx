"use client";

import { ActionIcon, Alert, Button, Group, Radio, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import type { QuotaTemplate } from "@/lib/contracts/ours/quota-templates";
import { MAX_TEMPLATE_NAME } from "@/lib/contracts/terms/quota-templates";
import {
  deleteQuotaTemplate,
  quotaTemplateQuery,
  quotaTemplatesQuery,
  renameQuotaTemplate,
} from "@/lib/quota-templates/queries";
import { TakePreview } from "./take-preview";
import classes from "./tools.module.css";

/** Uses a saved template, and keeps the templates in order. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(quotaTemplatesQuery());
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const templates = data?.templates ?? [];
  const shown = templates.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const accounts = new Map(data?.accounts.map(({ id, name }) => [id, name]));
  const template = templates.find(({ id }) => id === chosen);
  return (
    <Dialog onClose={onClose} title="Quotas from a template" size="xl">
      <Stack gap="md">
        {error && !data && <LoadError what="Templates" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={120} aria-label="Reading the templates" />}
        {data && templates.length === 0 && (
          <Text c="dimmed">
            There is no template yet. “Save as template” keeps the quotas of a survey under a name.
          </Text>
        )}
        {templates.length > 8 && (
          <TextInput
            aria-label="Find a template"
            placeholder="Find a template"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {templates.length > 0 && (
          <Radio.Group
            label="Templates"
            labelProps={{ className: "visually-hidden" }}
            value={chosen ?? ""}
            onChange={setChosen}
          >
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard */}
            <div className={classes.list} tabIndex={0}>
              {shown.map((each) => (
                <TemplateRow
                  key={each.id}
                  template={each}
                  account={accounts.size > 1 ? (accounts.get(each.account_id) ?? null) : null}
                />
              ))}
              {shown.length === 0 && (
                <Text size="sm" c="dimmed">
                  No template has that in its name.
                </Text>
              )}
            </div>
          </Radio.Group>
        )}
        {template && <OfTemplate key={template.id} template={template} onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

function OfTemplate({ template, onClose }: { template: QuotaTemplate; onClose: () => void }) {
  const { data, error, refetch } = useQuery(quotaTemplateQuery(template.id));
  const source = useMemo(
    () =>
      data && {
        name: data.template.name,
        country: data.template.country_code,
        respondents: null,
        quotas: data.quotas.map((quota) => ({ ...quota, quota_id: null, quota: quota.quota || ("" as const) })),
      },
    [data],
  );
  if (error && !data) return <LoadError what="The template" error={error} onRetry={() => void refetch()} />;
  if (!source) return <Skeleton height={160} aria-label="Reading the template" />;
  return <TakePreview source={source} onClose={onClose} />;
}

function TemplateRow({ template, account }: { template: QuotaTemplate; account: string | null }) {
  const format = useFormat();
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const { id, name, quota_count, country_code, who, updated_at } = template;
  const about = [
    `${format.count(quota_count)} ${quota_count === 1 ? "quota" : "quotas"}`,
    country_code,
    account,
    `${who}, ${format.day(updated_at)}`,
  ].filter(Boolean);
  return (
    <div className={classes.item}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Radio value={id} label={name} description={about.join(" · ")} />
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Rename ${name}`}
            onClick={() => setDoing(doing === "rename" ? null : "rename")}
          >
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete ${name}`}
            onClick={() => setDoing(doing === "delete" ? null : "delete")}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </Group>
      </Group>
      {doing && <ChangeTemplate key={doing} template={template} doing={doing} onDone={() => setDoing(null)} />}
    </div>
  );
}

type ChangeProps = { template: QuotaTemplate; doing: "rename" | "delete"; onDone: () => void };

/** Asks for the new name, or whether the template may go. */
function ChangeTemplate({ template, doing, onDone }: ChangeProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(template.name);
  const change = useMutation({
    mutationFn: () => (doing === "rename" ? renameQuotaTemplate(template.id, name) : deleteQuotaTemplate(template.id)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["quota-templates"] });
      onDone();
    },
  });
  const mayRun = !change.isPending && (doing === "delete" || (name.trim() !== "" && name.trim() !== template.name));
  return (
    <Stack gap={6} pl={32} pt={6}>
      {doing === "rename" ? (
        <TextInput
          size="xs"
          aria-label={`New name of ${template.name}`}
          value={name}
          maxLength={MAX_TEMPLATE_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && mayRun && change.mutate()}
          autoFocus
        />
      ) : (
        <Text size="sm">Everybody in the account loses it. Surveys that were made from it keep their quotas.</Text>
      )}
      {change.error && (
        <Alert color="red" variant="light" role="alert" p="xs">
          {change.error.message}
        </Alert>
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {doing === "rename" ? "Cancel" : "Keep it"}
        </Button>
        <Button
          size="compact-sm"
          disabled={!mayRun}
          {...(doing === "delete" && { color: "red" })}
          onClick={() => change.mutate()}
        >
          {doing === "rename" ? "Rename" : "Delete template"}
        </Button>
      </Group>
    </Stack>
  );
}
