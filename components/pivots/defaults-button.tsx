"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconTableOptions } from "@tabler/icons-react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import type { PivotShown } from "./use-pivot";

const DefaultsDialog = onDemand(async () => (await import("./defaults-dialog")).DefaultsDialog, DialogFrame);

/** Opens what new tables of the project begin with. */
export function DefaultsButton({ shown, mayWrite }: { shown: PivotShown; mayWrite: boolean }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  usePageActions([
    { id: "pivot-defaults", label: "Table defaults", keywords: "pivot banner weight project settings", run: open },
  ]);
  return (
    <>
      <Button onClick={open}>
        <IconTableOptions size={16} aria-hidden />
        Table defaults
      </Button>
      {isOpen && <DefaultsDialog shown={shown} mayWrite={mayWrite} onClose={close} />}
    </>
  );
}
