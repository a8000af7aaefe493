"use client";

import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import type { Role } from "@/lib/contracts/rules/permissions";
import { onOpenPalette, openPalette } from "./palette-opener";

const PaletteSpotlight = onDemand(
  async () => (await import("./palette-spotlight")).PaletteSpotlight,
  ({ asked }) => asked > 0 && <DialogFrame />,
);
const ShortcutsHelp = onDemand(async () => (await import("./shortcuts-help")).ShortcutsHelp, DialogFrame);

type Props = {
  role: Role;
  /** Why suppliers are not kept here; null: they are. */
  fieldedElsewhere: string | null;
  /** Whose recent things are kept. */
  owner: string;
};

/** Goes to anything and runs anything by name, from every page; with it the list of shortcuts. */
export function Palette({ role, fieldedElsewhere, owner }: Props) {
  const [asked, setAsked] = useState(0);
  const [helping, help] = useDisclosure(false);
  useEffect(() => onOpenPalette(() => setAsked((times) => times + 1)), []);
  useHotkeys([["mod + K", openPalette]], [], true);
  useHotkeys([["shift+?", help.open]]);
  return (
    <>
      {asked > 0 && (
        <PaletteSpotlight
          role={role}
          fieldedElsewhere={fieldedElsewhere}
          owner={owner}
          asked={asked}
          onHelp={help.open}
        />
      )}
      {helping && <ShortcutsHelp onClose={help.close} />}
    </>
  );
}
