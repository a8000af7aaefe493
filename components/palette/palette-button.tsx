"use client";

import { Button, Kbd } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { palette } from "./palette-store";

/** Opens the command palette; says by which keys it opens too. */
export function PaletteButton() {
  const mod = useOs() === "macos" ? "⌘" : "Ctrl";
  return (
    <Button
      variant="default"
      size="xs"
      px={{ base: 8, sm: "xs" }}
      onClick={palette.open}
      aria-label="Search and commands"
      aria-keyshortcuts="Control+K Meta+K"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        <Kbd size="xs" visibleFrom="sm">
          {mod} K
        </Kbd>
      }
      styles={{ section: { marginInline: 0 }, label: { marginInline: 6 } }}
    >
      <span className="mantine-visible-from-sm">Search</span>
    </Button>
  );
}
