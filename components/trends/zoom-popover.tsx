"use client";

import { Button, Select, Stack } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { FormPopover } from "@/components/ui/form-popover";
import { useOpenedByPress } from "@/components/ui/use-opened-by-press";
import { ZoomButton, type ZoomProps } from "./zoom-button";

/** The first and the last bucket in view, chosen from lists; open. */
export function ZoomPopover({ opener, starts, zoom, bucket, onZoom }: ZoomProps) {
  const { button, opened, setOpened } = useOpenedByPress();
  const target = (
    <ZoomButton ref={useMergedRef(button, opener)} disabled={starts.length < 2} onClick={() => setOpened(!opened)} />
  );
  return (
    <FormPopover opened={opened} onChange={setOpened} target={target}>
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

function ZoomForm({ starts, zoom, bucket, onZoom }: Omit<ZoomProps, "opener">) {
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

/** Chooses a bucket from a list. Typing replaces the chosen bucket, and Enter takes the first match. */
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
