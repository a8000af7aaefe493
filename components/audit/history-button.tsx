"use client";

import { IconHistory } from "@tabler/icons-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import { nameOfThing } from "@/lib/audit/things";
import { AUDIT_REFUSED } from "@/lib/contracts/rules/permissions";

const HistoryDrawer = onDemand(async () => (await import("./history-drawer")).HistoryDrawer, DrawerFrame);

type Accounts = readonly { id: string; name: string }[];
type Props = { thing: string; id: string; accounts: Accounts; allowed: boolean };

/** Opens who did what to one thing, beside it; the address says that it is open. */
export function HistoryButton({ thing, id, accounts, allowed }: Props) {
  const [opened, setOpened] = useQueryState("history", parseAsBoolean.withDefault(false));
  usePageActions([
    {
      id: "history",
      label: `History of this ${nameOfThing(thing)}`,
      keywords: "audit who changed",
      run: () => void setOpened(true),
      refused: allowed ? null : AUDIT_REFUSED,
    },
  ]);
  return (
    <>
      <Refusable reason={allowed ? null : AUDIT_REFUSED}>
        {(refused) => (
          <Button onClick={() => void setOpened(true)} {...refused}>
            <IconHistory size={16} aria-hidden /> History
          </Button>
        )}
      </Refusable>
      {opened && allowed && (
        <HistoryDrawer thing={thing} id={id} accounts={accounts} onClose={() => void setOpened(null)} />
      )}
    </>
  );
}
