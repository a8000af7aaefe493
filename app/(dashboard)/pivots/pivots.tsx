"use client";

import { PivotsPage } from "@/components/pivots/pivots-page";
import { ViewBar } from "@/components/views/view-bar";

/** The pivots with the bar of their saved views, which records what is saved. */
export function Pivots({ accounts }: { accounts: { id: string; name: string }[] }) {
  return (
    <PivotsPage
      views={(onSaved, refusal) => <ViewBar list="pivots" accounts={accounts} onSaved={onSaved} refusal={refusal} />}
    />
  );
}
