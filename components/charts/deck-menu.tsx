"use client";

import { notifications } from "@mantine/notifications";
import { IconPresentation } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { MenuItem, PopMenu } from "@/components/ui/pop-menu";
import { addToDeck, type ChosenSlide, deckQuery } from "@/lib/tables/deck";

const DeckDialog = onDemand(async () => (await import("./deck-dialog")).DeckDialog, DialogFrame);

type Props = {
  /** Null: none is chosen. */
  project: string | null;
  /** What is shown, a slide each. */
  slides: () => Promise<readonly ChosenSlide[]>;
  /** Why nothing can be added now; null: it can. */
  refused: string | null;
};

/** Puts what is shown into the person's deck of the project, which is downloaded as one presentation. */
export function DeckMenu({ project, slides, refused }: Props) {
  const client = useQueryClient();
  const { data: deck, error } = useQuery({ ...deckQuery(project ?? ""), enabled: project !== null });
  const [opened, setOpened] = useState(false);
  const say = (message: string, color: string) => notifications.show({ message, color });
  const add = async (to: string) => {
    try {
      const added = await slides();
      client.setQueryData(deckQuery(to).queryKey, await addToDeck(to, added));
      say(`Added ${slidesText(added.length)} to the deck.`, "green");
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), "red");
    }
  };
  const isEmpty = deck === undefined || deck.length === 0;
  return (
    <>
      <PopMenu
        align="right"
        trigger={(opens) => (
          <Button {...opens}>
            <IconPresentation size={16} aria-hidden />
            {isEmpty ? "Deck" : `Deck (${deck.length})`}
          </Button>
        )}
      >
        <MenuItem
          refused={project === null ? "Choose a project first." : refused}
          onClick={() => project !== null && void add(project)}
        >
          Add to deck
        </MenuItem>
        <MenuItem
          refused={isEmpty ? (error?.message ?? "The deck has no slides yet.") : null}
          onClick={() => setOpened(true)}
        >
          Open deck
        </MenuItem>
      </PopMenu>
      {opened && project !== null && <DeckDialog project={project} onClose={() => setOpened(false)} />}
    </>
  );
}

const slidesText = (count: number) => (count === 1 ? "1 slide" : `${count} slides`);
