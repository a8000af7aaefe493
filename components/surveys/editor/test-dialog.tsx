"use client";

import { Alert, Button, Code, CopyButton, Group, Select, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { useFormat } from "@/components/ui/use-format";
import { DIRECT } from "@/lib/contracts/terms/fielding";
import { createTestLink } from "@/lib/field-sessions/queries";
import { AppError } from "@/lib/http/problem";
import { suppliersQuery } from "@/lib/suppliers/queries";
import { supplierNames } from "@/lib/suppliers/supplier-names";

/** Creates an entry link whose sessions are tests. */
export function TestDialog({ surveyId, onClose }: { surveyId: string; onClose: () => void }) {
  const [supplier, setSupplier] = useState<string>(DIRECT);
  const { data: suppliers = [], error: unread } = useQuery(suppliersQuery());
  const creation = useMutation({ mutationFn: createTestLink, gcTime: 0 });
  const fields = creation.error instanceof AppError ? (creation.error.fields ?? {}) : {};
  const nameOf = supplierNames(suppliers);
  const codes = [...new Set([DIRECT, ...suppliers.map(({ code }) => code)])];
  const choose = (code: string | null) => {
    setSupplier(code ?? DIRECT);
    creation.reset();
  };
  return (
    <Dialog onClose={onClose} title="Test the entry link" size="lg">
      <Stack gap="md">
        <Text size="sm">
          A test link lets you enter as a respondent does: screener, quotas, entry link and return. Such a session is
          marked as a test and counts in nothing: no start, no quota, no cost.
        </Text>
        <Select
          label="Supplier"
          description="As whose respondent you enter. A test ends on our own page, never at the supplier's."
          data={codes.map((value) => ({ value, label: nameOf(value) }))}
          allowDeselect={false}
          value={supplier}
          onChange={choose}
          error={fields.supplier ?? (unread && `Suppliers could not be loaded: ${unread.message}`)}
        />
        {creation.error && !fields.supplier && (
          <Alert color="red" variant="light" role="alert" title="The test link was not created">
            {creation.error.message}
          </Alert>
        )}
        {creation.data ? (
          <Created {...creation.data} onClose={onClose} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              onClick={() => creation.mutate({ survey_id: surveyId, supplier })}
              loading={creation.isPending}
              data-autofocus
            >
              Create test link
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

function Created({ url, expires_at, onClose }: { url: string; expires_at: string; onClose: () => void }) {
  const format = useFormat();
  return (
    <>
      <Stack gap={4}>
        <Code block style={{ whiteSpace: "normal", overflowWrap: "anywhere" }} aria-label="Test link">
          {url}
        </Code>
        <Text size="sm" c="dimmed" role="status">
          Valid until {format.instant(expires_at)}. Each visit is a new respondent.
        </Text>
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          rightSection={<IconExternalLink size={14} aria-hidden />}
          autoFocus
        >
          Open test
        </Button>
      </Group>
    </>
  );
}
