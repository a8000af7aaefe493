"use client";

import { PivotsPage } from "@/components/pivots/pivots-page";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { ViewBar } from "@/components/views/view-bar";
import { pivotParsers } from "@/lib/pivots/address";

const DeriveDialog = onDemand(
  async () => (await import("@/components/questions/derive-dialog")).DeriveDialog,
  DialogFrame,
);

type Props = { accounts: { id: string; name: string }[]; mayWrite: boolean };

/** The pivots with the bar of their saved views, which records what is saved, and the form of derived questions. */
export function Pivots({ accounts, mayWrite }: Props) {
  return (
    <PivotsPage
      views={(onSaved, refusal) => (
        <ViewBar list="pivots" parsers={pivotParsers} accounts={accounts} onSaved={onSaved} refusal={refusal} />
      )}
      mayWrite={mayWrite}
      derive={mayWrite ? (asked) => <DeriveDialog {...asked} /> : null}
    />
  );
}
