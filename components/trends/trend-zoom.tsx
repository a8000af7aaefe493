"use client";

import { Button, Select, Stack } from "@mantine/core";
import { IconZoomIn } from "@tabler/icons-react";
import { type ReactNode, type Ref, type SyntheticEvent, useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";

type Zoom = { from: number; to: number };

type FormProps = {
  /** Of all buckets of the range, also of those out of view. */
  starts: readonly number[];
  zoom: Zoom | null;
  bucket: (at: number) => string;
  onZoom: (from: number, to: number) => void;
};
type Props = FormProps & { opener: Ref<HTMLButtonElement> };

/** What a pointer marks on a chart, chosen from lists: the first and the last bucket in view. */
export function TrendZoom({ opener, starts, zoom, bucket, onZoom }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <FormPopover
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          ref={opener}
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

function ZoomForm({ starts, zoom, bucket, onZoom }: FormProps) {
  const [from, setFrom] = useState(String(zoom?.from ?? starts[0]));
  const [to, setTo] = useState(String(zoom?.to ?? starts.at(-1)));
  const [searched, setSearched] = useState({ from: false, to: false });
  const data = starts.map((at) => ({ value: String(at), label: bucket(at) }));
  const isTurned = Number(from) > Number(to);
  const isSearching = searched.from || searched.to;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned && !isSearching) onZoom(Number(from), Number(to));
      }}
    >
      <Stack gap="xs">
        <BucketField
          label="First bucket"
          data={data}
          value={from}
          onChange={setFrom}
          onSearching={(isOn) => setSearched((both) => ({ ...both, from: isOn }))}
          data-autofocus
        />
        <BucketField
          label="Last bucket"
          data={data}
          value={to}
          onChange={setTo}
          onSearching={(isOn) => setSearched((both) => ({ ...both, to: isOn }))}
          error={isTurned && "It is before the first one. Choose a later one."}
        />
        <Button type="submit">Show these buckets</Button>
      </Stack>
    </form>
  );
}

type BucketProps = {
  label: string;
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  /** Whether something is typed that is not the bucket chosen. */
  onSearching: (isOn: boolean) => void;
  error?: ReactNode;
  "data-autofocus"?: boolean;
};

/** A bucket of the list. What is typed takes the place of the one that stands there, and Enter takes the first match. */
function BucketField({ data, value, onChange, onSearching, ...field }: BucketProps) {
  const chosen = data.find((each) => each.value === value)?.label ?? "";
  const selectText = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => currentTarget.select();
  return (
    <Select
      {...field}
      data={data}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      onSearchChange={(text) => onSearching(text !== chosen)}
      onFocus={selectText}
      onClick={selectText}
      searchable
      selectFirstOptionOnChange
      limit={100}
      allowDeselect={false}
      nothingFoundMessage="No such bucket"
      comboboxProps={{ withinPortal: false }}
    />
  );
}
