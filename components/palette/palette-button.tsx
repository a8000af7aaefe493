"use client";

import { useOs } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { OPENS_OVERLAY } from "@/components/ui/before-overlay";
import { Button } from "@/components/ui/button";
import classes from "./palette-button.module.css";
import { openPalette } from "./palette-opener";

/** Opens the command palette; says by which keys it opens too. */
export function PaletteButton() {
  const mod = useOs() === "macos" ? "⌘" : "Ctrl";
  return (
    <span className={classes.frame}>
      <Button
        aria-label="Search and commands"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
        {...OPENS_OVERLAY}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.word}>Search</span>
        {/* Not a part of the button's name. */}
        <span className={classes.keys} aria-hidden data-keys={`${mod} K`} />
      </Button>
    </span>
  );
}
