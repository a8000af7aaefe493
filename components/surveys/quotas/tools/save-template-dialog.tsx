"use client";

import { Alert, Select, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { MAX_TEMPLATE_NAME } from "@/lib/contracts/terms/quota-templates";
import { quotaTemplatesQuery, saveQuotaTemplate } from "@/lib/quota-templates/queries";
import { isUnknownAudience } from "@/lib/surveys/draft";
import { useEditor } from "../../editor/editor-context";
import { useQuotaList } from "../use-quota-list";
import { DialogFoot } from "./dialog-foot";

/** Keeps the quotas as they stand in the editor under a name, for other surveys of an account. */
export function SaveTemplateDialog({ onClose }: { onClose: () => void }) {
  const { control, namesMissing } = useEditor();
  const { quotas } = useQuotaList();
  const format = useFormat();
  const queries = useQueryClient();
  const country = useWatch({ control, name: "country_code" });
  const { data, error, refetch } = useQuery(quotaTemplatesQuery());
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const account = chosen ?? data?.accounts[0]?.id ?? null;
  const taken = data?.templates.find(
    (template) => template.account_id === account && template.name.toLowerCase() === name.trim().toLowerCase(),
  );
  const saving = useMutation({
    mutationFn: () =>
      saveQuotaTemplate({
        account_id: account ?? "",
        name,
        country_code: quotas.some(({ qualifications }) => qualifications.length > 0) ? country || null : null,
        quotas: quotas.map(({ quota_name, quota, qualifications }) => ({
          quota_name,
          quota: Number(quota) || 0,
          qualifications,
        })),
        overwrite: taken !== undefined,
      }),
    onSuccess: async (saved) => {
      notifications.show({ color: "green", message: `“${saved.name}” was saved as a template.` });
      onClose();
      await queries.invalidateQueries({ queryKey: ["quota-templates"] });
    },
  });
  const unusable = quotas.find((quota) => isUnknownAudience(quota) || quota.quota_name.trim() === "");
  const problem =
    quotas.length === 0
      ? "There are no quotas to keep."
      : unusable
        ? unusable.quota_name.trim() === ""
          ? "A quota has no name yet."
          : `Nobody can tell who belongs to “${unusable.quota_name}”, so it cannot be kept.`
        : namesMissing;
  const mayRun = problem === null && name.trim() !== "" && account !== null && !saving.isPending;
  return (
    <Dialog onClose={onClose} title="Save these quotas as a template">
      <Stack gap="md">
        {error && !data && <LoadError what="Templates" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton height={60} aria-label="Reading the templates" />}
        {data && (
          <>
            <TextInput
              label="Name"
              description={`${format.count(quotas.length)} ${quotas.length === 1 ? "quota" : "quotas"} with names, qualifications and targets, as they stand here.`}
              value={name}
              maxLength={MAX_TEMPLATE_NAME}
              onChange={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => event.key === "Enter" && mayRun && !taken && saving.mutate()}
              data-autofocus
            />
            {data.accounts.length > 1 && (
              <Select
                label="Account"
                allowDeselect={false}
                data={data.accounts.map(({ id, name: label }) => ({ value: id, label }))}
                value={account}
                onChange={setChosen}
              />
            )}
          </>
        )}
        {taken && (
          <Text size="sm" role="status">
            There is a template “{taken.name}” with {format.count(taken.quota_count)} quotas, saved by {taken.who}.
            Saving puts these in its place.
          </Text>
        )}
        {saving.error && (
          <Alert color="red" variant="light" role="alert">
            {saving.error.message}
          </Alert>
        )}
        <DialogFoot
          problem={problem}
          action={taken ? "Overwrite the template" : "Save template"}
          {...(taken && { color: "red" })}
          onAction={mayRun ? () => saving.mutate() : null}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}
