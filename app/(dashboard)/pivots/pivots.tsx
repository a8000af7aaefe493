"use client";

import { PivotsPage } from "@/components/pivots/pivots-page";
import { DeriveDialog } from "@/components/questions/derive-dialog";
import { ViewBar } from "@/components/views/view-bar";

type Props = { accounts: { id: string; name: string }[]; mayDerive: boolean };

/** The pivots with the bar of their saved views, which records what is saved, and the form of derived questions. */
export function Pivots({ accounts, mayDerive }: Props) {
  return (
    <PivotsPage
      views={(onSaved, refusal) => <ViewBar list="pivots" accounts={accounts} onSaved={onSaved} refusal={refusal} />}
      derive={mayDerive ? (asked) => <DeriveDialog {...asked} /> : null}
    />
  );
}
