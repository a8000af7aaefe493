"use client";

import { Alert, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { SelectInput } from "@/components/ui/select-input";
import { useFormat } from "@/components/ui/use-format";
import { numberFormats } from "@/lib/contracts/terms/settings";
import { updateMine } from "@/lib/settings/queries";
import { ownTimeZone, timeZoneChoice, timeZoneChoices } from "@/lib/settings/time-zone-choices";
import { formatFor } from "@/lib/tables/format";

/** How this person's screens write times and figures. Each choice is kept at once. */
export function MineSection() {
  const { settings } = useFormat();
  const router = useRouter();
  // What was chosen stands at once; when it could not be kept, what holds does.
  const [chosen, setChosen] = useState<Parameters<typeof updateMine>[0]>({});
  const saving = useMutation({
    mutationFn: updateMine,
    // The frame around every page has the settings: it is read again, and with it all that it shows.
    onSuccess: () => router.refresh(),
    onError: () => setChosen({}),
  });
  const choose = (choice: typeof chosen) => {
    setChosen({ ...chosen, ...choice });
    saving.mutate(choice);
  };
  const zone = chosen.time_zone ?? settings.timeZone;
  const said = saving.data && formatFor({ timeZone: saving.data.time_zone, numbers: saving.data.number_format });
  return (
    <Stack gap="xl" maw={560}>
      <ZoneField value={zone} onChange={(time_zone) => choose({ time_zone })} />
      <NumbersField
        value={chosen.number_format ?? settings.numbers}
        timeZone={zone}
        onChange={(number_format) => choose({ number_format })}
      />
      {saving.error ? (
        <Alert color="red" variant="light" role="alert" title="Your choice was not kept">
          {saving.error.message}
        </Alert>
      ) : (
        <Text size="sm" role="status" mih="1.55em">
          {saving.isPending && "Saving…"}
          {said &&
            !saving.isPending &&
            `Saved. Times are shown in ${said.settings.timeZone.replaceAll("_", " ")}, figures as ${said.tenths(EXAMPLE)}.`}
        </Text>
      )}
    </Stack>
  );
}

const EXAMPLE = 1234567.8;

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const [isReached, setReached] = useState(false);
  // Known in the browser alone: the server may be anywhere.
  const own = useMounted() ? ownTimeZone() : null;
  // Hundreds of zones, each with its offset now: worked out when they are asked for.
  const choices = useMemo(
    () => (isReached ? timeZoneChoices(Date.now(), value) : [timeZoneChoice(value, Date.now())]),
    [isReached, value],
  );
  return (
    <Stack gap="xs">
      <SelectInput
        label="Time zone"
        description="Every time is shown in it. A survey's out-of-field date keeps the zone that it was set in."
        data={choices}
        value={value}
        onChange={(zone) => zone && zone !== value && onChange(zone)}
        onReach={() => setReached(true)}
        searchable
        filter={({ options, search }) => options.filter((option) => "label" in option && matches(option.label, search))}
        allowDeselect={false}
        nothingFoundMessage="No such zone. Try a city, such as Kolkata, or an offset, such as +05:30."
        maxDropdownHeight={320}
        comboboxProps={{ keepMounted: false }}
      />
      {own !== null && own !== value && (
        <Group>
          <Button variant="default" size="xs" onClick={() => onChange(own)}>
            Use this browser's zone: {own.replaceAll("_", " ")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Also by a zone's own name, whose spaces are underscores. */
const matches = (label: string, search: string) =>
  label.toLowerCase().includes(search.trim().replaceAll("_", " ").toLowerCase());

type Numbers = (typeof numberFormats)[number];
type NumbersProps = { value: Numbers; timeZone: string; onChange: (numbers: Numbers) => void };

function NumbersField({ value, timeZone, onChange }: NumbersProps) {
  const choose = (chosen: string) => {
    const found = numberFormats.find((each) => each === chosen);
    if (found && found !== value) onChange(found);
  };
  return (
    <Radio.Group label="Number format" value={value} onChange={choose}>
      <Stack gap="sm" mt="xs">
        {numberFormats.map((numbers) => {
          const { tenths, usd, percent } = formatFor({ timeZone, numbers });
          return (
            <Radio
              key={numbers}
              value={numbers}
              label={tenths(EXAMPLE)}
              description={`${usd(1234.5)} per complete, ${percent(12.5)}`}
            />
          );
        })}
      </Stack>
    </Radio.Group>
  );
}
