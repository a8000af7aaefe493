"use client";

import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";
import { type DeckSlide, deckSlides, moved, noSlides, onDeckChange, setDeck } from "@/lib/tables/deck";
import { readLook } from "@/lib/tables/slide-templates";
import { presentationBlob } from "@/lib/tables/slides";

const MOST_NAME = 120;

/** The slides of a deck in their order, and the whole of it as one presentation. */
export function DeckDialog({ onClose }: { onClose: () => void }) {
  const deck = useSyncExternalStore(onDeckChange, deckSlides, noSlides);
  const [name, setName] = useState("Results");
  const download = useMutation({
    mutationFn: async () => {
      const look = await readLook(deck[0]?.project ?? "");
      const about = `${deck.length} slides`;
      saveFile(await presentationBlob({ title: name, about, slides: deck, look }), `${name || "Results"}.pptx`);
    },
  });
  return (
    <Dialog onClose={onClose} title="Deck" size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Slides have the figures of when they were added. The deck stays in this browser tab until you close it.
        </Text>
        <Stack component="ol" gap={4} m={0} p={0} aria-label="Slides">
          {deck.map((slide, at) => (
            <SlideRow key={slide.id} slide={slide} at={at} deck={deck} />
          ))}
        </Stack>
        {deck.length === 0 && <Text size="sm">The deck has no slides.</Text>}
        <TextInput
          label="Name of the file"
          value={name}
          maxLength={MOST_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {download.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {download.error.message}
          </Text>
        )}
        <Group justify="space-between">
          <Button variant="default" disabled={deck.length === 0} onClick={() => setDeck([])}>
            Remove all slides
          </Button>
          <Button disabled={deck.length === 0} loading={download.isPending} onClick={() => download.mutate()}>
            Download PPTX
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type RowProps = { slide: DeckSlide; at: number; deck: readonly DeckSlide[] };

function SlideRow({ slide: { id, title, shows }, at, deck }: RowProps) {
  const kind = "chart" in shows ? "Chart" : "Table";
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {at + 1}. {title}{" "}
        <Text span size="xs" c="dimmed">
          {kind}
        </Text>
      </Text>
      <Group gap={0} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={at === 0}
          aria-label={`Move slide ${at + 1} up`}
          onClick={() => setDeck(moved(deck, at, -1))}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={at === deck.length - 1}
          aria-label={`Move slide ${at + 1} down`}
          onClick={() => setDeck(moved(deck, at, 1))}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove slide ${at + 1}`}
          onClick={() => setDeck(deck.filter((each) => each.id !== id))}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Group>
  );
}
