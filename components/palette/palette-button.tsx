"use client";

import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { OPENS_OVERLAY } from "@/components/ui/before-overlay";
import { openPalette } from "./palette-opener";

const named = {
  "aria-label": "Search and commands",
  "aria-keyshortcuts": "Control+K Meta+K",
  onClick: openPalette,
  ...OPENS_OVERLAY,
};

/** Opens the command palette; says by which keys it opens too. */
export function PaletteButton() {
  const mod = useOs() === "macos" ? "⌘" : "Ctrl";
  return (
    <>
      <ActionIcon {...named} variant="subtle" color="gray" size="lg" hiddenFrom="sm">
        <IconSearch size={18} stroke={1.6} />
      </ActionIcon>
      <Button
        {...named}
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{mod} K</Kbd>}
      >
        Search
      </Button>
    </>
  );
}
