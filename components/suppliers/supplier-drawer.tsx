"use client";

import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { onDemand } from "@/components/ui/on-demand";
import { useFormDrawer } from "@/components/ui/use-form-drawer";
import type { Supplier } from "@/lib/contracts/interfaces/fielding";
import { NEW_SUPPLIER } from "@/lib/suppliers/list-state";

const SupplierForm = onDemand(async () => (await import("./supplier-form")).SupplierForm, FormSkeleton);

type Props = {
  /** The form that the address asks for: `new`, a supplier's id, or none. */
  wanted: string | null;
  onWant: (supplier: string | null) => void;
  /** Undefined: they are being read. */
  suppliers: readonly Supplier[] | undefined;
  accounts: { id: string; name: string }[];
  refused: string | null;
};

/** The form over the list. */
export function SupplierDrawer({ wanted, onWant, suppliers, accounts, refused }: Props) {
  const { held, formKey, setDirty, close, discard, drawer, prompt } = useFormDrawer(wanted, onWant);
  const before = suppliers?.find(({ id }) => id === held) ?? null;
  return (
    <>
      <Drawer
        {...drawer}
        size="min(34rem, 100vw)"
        title={held === NEW_SUPPLIER ? "New supplier" : (before?.name ?? "Supplier")}
      >
        {held !== null && held !== NEW_SUPPLIER && suppliers && !before && (
          <Text size="sm">There is no such supplier in your accounts. It may have been removed.</Text>
        )}
        {held !== null && (held === NEW_SUPPLIER || before) && (
          <SupplierForm
            key={formKey}
            before={before}
            accounts={accounts}
            refused={refused}
            onDirty={setDirty}
            onCancel={close}
            onSaved={() => {
              discard();
              close();
            }}
          />
        )}
        {held !== null && held !== NEW_SUPPLIER && !suppliers && <FormSkeleton />}
      </Drawer>
      <DiscardPrompt {...prompt} />
    </>
  );
}

function FormSkeleton() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={52} />
      <Skeleton height={52} />
      <Skeleton height={320} />
    </Stack>
  );
}
