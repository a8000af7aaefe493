"use client";

import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { saveFile } from "@/components/ui/save-file";
import type { DeckItem } from "@/lib/contracts/ours/deck";
import { deckQuery, readDeckSlides, removeSlides } from "@/lib/tables/deck";
import { readLook } from "@/lib/tables/slide-templates";
import { presentationBlob } from "@/lib/tables/slides";
import { DeckRow } from "./deck-row";

type Props = { project: string; onClose: () => void };

/** The slides of a person's deck of a project in their order, and all of them as one presentation. */
export function DeckDialog({ project, onClose }: Props) {
  const client = useQueryClient();
  const { queryKey } = deckQuery(project);
  const { data: deck, error, refetch } = useQuery(deckQuery(project));
  const change = useMutation({
    mutationFn: (write: () => Promise<DeckItem[]>) => write(),
    onSuccess: (items) => client.setQueryData(queryKey, items),
    // Another tab may have removed what this one still shows.
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const isEmpty = deck?.length === 0;
  return (
    <Dialog onClose={onClose} title="Deck" size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Your own slides of this project, with the figures of when they were added. They stay until you remove them.
        </Text>
        {error && !deck && <LoadError what="The deck" error={error} onRetry={() => void refetch()} />}
        <Stack component="ol" gap={4} m={0} p={0} aria-label="Slides">
          {deck?.map((item, at) => (
            <DeckRow
              key={item.id}
              project={project}
              item={item}
              at={at}
              of={deck.length}
              isBusy={change.isPending}
              onChange={(write) => change.mutate(write)}
            />
          ))}
        </Stack>
        {isEmpty && <Text size="sm">The deck has no slides.</Text>}
        {change.error && <Problem text={change.error.message} />}
        {deck && !isEmpty && (
          <DeckFile project={project} onRemoveAll={() => removeAll(project, deck, (write) => change.mutate(write))} />
        )}
      </Stack>
    </Dialog>
  );
}

const Problem = ({ text }: { text: string }) => (
  <Text size="sm" c="var(--mantine-color-error)" role="alert">
    {text}
  </Text>
);

type Change = (write: () => Promise<DeckItem[]>) => void;

/** Removes those that are shown: what another tab adds meanwhile stays. */
function removeAll(project: string, deck: readonly DeckItem[], change: Change): void {
  const ids = deck.map(({ id }) => id);
  confirm({
    title: ids.length === 1 ? "Remove the slide from the deck?" : `Remove all ${ids.length} slides from the deck?`,
    children: <Text size="sm">This cannot be undone.</Text>,
    labels: { confirm: "Remove", cancel: "Keep" },
    onConfirm: () => change(() => removeSlides({ project_id: project, ids })),
  });
}

const MOST_NAME = 120;

function DeckFile({ project, onRemoveAll }: { project: string; onRemoveAll: () => void }) {
  const [name, setName] = useState("Results");
  const download = useMutation({
    mutationFn: async () => {
      const [{ slides, left_out }, look] = await Promise.all([readDeckSlides(project), readLook(project)]);
      if (slides.length === 0) throw new Error(["The file would have no slides.", ...left_out].join(" "));
      const about = slides.length === 1 ? "1 slide" : `${slides.length} slides`;
      saveFile(await presentationBlob({ title: name, about, slides, look }), `${name || "Results"}.pptx`);
      return left_out;
    },
  });
  return (
    <>
      <TextInput
        label="Name of the file"
        value={name}
        maxLength={MOST_NAME}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {download.error && <Problem text={download.error.message} />}
      {download.data && download.data.length > 0 && (
        <Text size="sm" role="status">
          {download.data.join(" ")}
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onRemoveAll}>
          Remove all slides
        </Button>
        <Button loading={download.isPending} onClick={() => download.mutate()}>
          Download PPTX
        </Button>
      </Group>
    </>
  );
}
