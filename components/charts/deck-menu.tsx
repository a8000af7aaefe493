"use client";

import { notifications } from "@mantine/notifications";
import { IconPresentation } from "@tabler/icons-react";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { deckSlides, noSlides, onDeckChange, setDeck } from "@/lib/tables/deck";
import type { SlideContent } from "@/lib/tables/slides";

const DeckDialog = onDemand(async () => (await import("./deck-dialog")).DeckDialog, DialogFrame);

type Props = {
  /** Null: none is chosen. */
  project: string | null;
  /** What is shown, a slide each. */
  slides: () => Promise<readonly SlideContent[]>;
  /** Why nothing can be added now; null: it can. */
  refused: string | null;
};

/** Puts what is shown into a deck of slides, which is downloaded as one presentation. */
export function DeckMenu({ project, slides, refused }: Props) {
  const deck = useSyncExternalStore(onDeckChange, deckSlides, noSlides);
  const [opened, setOpened] = useState(false);
  const say = (message: string, color: string) => notifications.show({ message, color });
  const add = async () => {
    try {
      const added = (await slides()).map((slide) => ({ ...slide, id: crypto.randomUUID(), project: project ?? "" }));
      const problem = setDeck([...deckSlides(), ...added]);
      const many = added.length === 1 ? "1 slide" : `${added.length} slides`;
      say(problem ?? `Added ${many} to the deck.`, problem === null ? "green" : "red");
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), "red");
    }
  };
  return (
    <>
      <PopMenu
        align="right"
        trigger={(opens) => (
          <Button {...opens}>
            <IconPresentation size={16} aria-hidden />
            {deck.length > 0 ? `Deck (${deck.length})` : "Deck"}
          </Button>
        )}
      >
        <MenuItem refused={refused} onClick={() => void add()}>
          Add to deck
        </MenuItem>
        <MenuItem refused={deck.length === 0 ? "The deck has no slides yet." : null} onClick={() => setOpened(true)}>
          Open deck
        </MenuItem>
      </PopMenu>
      {opened && <DeckDialog onClose={() => setOpened(false)} />}
    </>
  );
}
