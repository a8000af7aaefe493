"use client";

import { Drawer, Skeleton, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useCallback, useState } from "react";
import { DiscardPrompt } from "@/components/ui/discard-prompt";
import { onDemand } from "@/components/ui/on-demand";
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

/** The form over the list. With unsaved edits it stays, and asks, however the address came to say otherwise. */
export function SupplierDrawer({ wanted, onWant, suppliers, accounts, refused }: Props) {
  const [held, setHeld] = useState(wanted);
  const [dirty, setDirty] = useState(false);
  const [discarded, setDiscarded] = useState(0);
  // The form closing keeps standing until it is out of sight.
  if (wanted !== null && wanted !== held && !dirty) setHeld(wanted);
  const close = useCallback(() => onWant(null), [onWant]);
  const asking = dirty && wanted !== held;
  useWindowEvent("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });
  const before = suppliers?.find(({ id }) => id === held) ?? null;
  return (
    <>
      <Drawer
        opened={wanted !== null || dirty}
        onClose={close}
        closeOnEscape={!asking}
        position="right"
        size="min(34rem, 100vw)"
        title={held === NEW_SUPPLIER ? "New supplier" : (before?.name ?? "Supplier")}
      >
        {held !== null && held !== NEW_SUPPLIER && suppliers && !before && (
          <Text size="sm">There is no such supplier in your accounts. It may have been removed.</Text>
        )}
        {held !== null && (held === NEW_SUPPLIER || before) && (
          <SupplierForm
            key={`${held} ${discarded}`}
            before={before}
            accounts={accounts}
            refused={refused}
            onDirty={setDirty}
            onCancel={close}
            onSaved={() => {
              setDirty(false);
              setDiscarded(discarded + 1);
              close();
            }}
          />
        )}
        {held !== null && held !== NEW_SUPPLIER && !suppliers && <FormSkeleton />}
      </Drawer>
      <DiscardPrompt
        opened={asking}
        onKeep={() => onWant(held)}
        onDiscard={() => {
          setDirty(false);
          setDiscarded(discarded + 1);
        }}
      />
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
