"use client";

import { Button, Select, Stack } from "@mantine/core";
import { IconZoomIn } from "@tabler/icons-react";
import { useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";

type Zoom = { from: number; to: number };

type Props = {
  /** Of all buckets of the range, also of those out of view. */
  starts: readonly number[];
  zoom: Zoom | null;
  bucket: (at: number) => string;
  onZoom: (from: number, to: number) => void;
};

/** What a pointer marks on a chart, chosen from lists: the first and the last bucket in view. */
export function TrendZoom({ starts, zoom, bucket, onZoom }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <FormPopover
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          variant="default"
          leftSection={<IconZoomIn size={16} aria-hidden />}
          disabled={starts.length < 2}
          onClick={() => setOpened(!opened)}
        >
          Zoom
        </Button>
      }
    >
      {opened && (
        <ZoomForm
          {...{ starts, zoom, bucket }}
          onZoom={(from, to) => {
            setOpened(false);
            onZoom(from, to);
          }}
        />
      )}
    </FormPopover>
  );
}

function ZoomForm({ starts, zoom, bucket, onZoom }: Props) {
  const [from, setFrom] = useState(String(zoom?.from ?? starts[0]));
  const [to, setTo] = useState(String(zoom?.to ?? starts.at(-1)));
  const data = starts.map((at) => ({ value: String(at), label: bucket(at) }));
  const shared = { data, searchable: true, limit: 100, allowDeselect: false, nothingFoundMessage: "No such bucket" };
  const isTurned = Number(from) > Number(to);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned) onZoom(Number(from), Number(to));
      }}
    >
      <Stack gap="xs">
        <Select
          label="First bucket"
          {...shared}
          value={from}
          onChange={(value) => value !== null && setFrom(value)}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        <Select
          label="Last bucket"
          {...shared}
          value={to}
          onChange={(value) => value !== null && setTo(value)}
          comboboxProps={{ withinPortal: false }}
          error={isTurned && "It is before the first one. Choose a later one."}
        />
        <Button type="submit">Show these buckets</Button>
      </Stack>
    </form>
  );
}
