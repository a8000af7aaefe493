"use client";

import { Box, Button, Checkbox, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { MultiSelectInput, SelectInput } from "@/components/ui/select-input";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import { LEAST_OF_GRID, mostMapped, type TimeUnit, timeUnitNames } from "@/lib/contracts/terms/scoring-feed";
import { type FeedChoice, type feedChoices, readWords, withOpen, withTimes } from "@/lib/respondents/feed-form";

type Props = {
  mapping: FeedMapping;
  choices: ReturnType<typeof feedChoices>;
  onChange: (mapping: FeedMapping) => void;
};

/** A check each: which questions it gets. */
export function ScoreFields(props: Props) {
  return (
    <>
      <OpenFields {...props} />
      <TimeFields {...props} />
      <GridFields {...props} />
      <Fieldset legend="Coherence">
        <MultiSelectInput
          label="Questions whose answers are compared with each other"
          data={props.choices.interview}
          value={props.mapping.interview}
          onChange={(interview) => props.onChange({ ...props.mapping, interview })}
          maxValues={mostMapped.interview}
          {...PICKING}
        />
      </Fieldset>
    </>
  );
}

const PICKING = { searchable: true, clearable: true, limit: 200 } as const;

const labelOf = (choices: readonly FeedChoice[], id: string) => choices.find(({ value }) => value === id)?.label ?? id;

type Open = FeedMapping["open"][number];

function OpenFields({ mapping, choices, onChange }: Props) {
  const change = (id: string, patch: Partial<Open>) =>
    onChange({ ...mapping, open: mapping.open.map((one) => (one.question_id === id ? { ...one, ...patch } : one)) });
  return (
    <Fieldset legend="Open answers">
      <Stack gap="sm">
        <MultiSelectInput
          label="Open questions"
          description={`At most ${mostMapped.open}.`}
          data={choices.open}
          value={mapping.open.map(({ question_id }) => question_id)}
          onChange={(ids) => onChange(withOpen(mapping, ids))}
          maxValues={mostMapped.open}
          {...PICKING}
        />
        {mapping.open.map((one) => (
          <OpenField
            key={one.question_id}
            open={one}
            label={labelOf(choices.open, one.question_id)}
            onChange={(patch) => change(one.question_id, patch)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function OpenField({ open, label, onChange }: { open: Open; label: string; onChange: (patch: Partial<Open>) => void }) {
  return (
    <div>
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {label}
      </Text>
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Languages expected"
          aria-label={`Languages expected of ${label}`}
          placeholder="Any, or EN, DE"
          defaultValue={open.allowed_languages.join(", ")}
          onBlur={(event) => onChange({ allowed_languages: readWords(event.currentTarget.value) })}
          w={150}
        />
        <TextInput
          label="Keywords"
          aria-label={`Keywords of ${label}`}
          placeholder="Optional"
          defaultValue={open.keywords.join(", ")}
          onBlur={(event) => onChange({ keywords: readWords(event.currentTarget.value) })}
          w={240}
        />
        <Checkbox
          label="Find duplicates"
          aria-label={`Find duplicates of ${label}`}
          checked={open.finds_duplicates}
          onChange={(event) => onChange({ finds_duplicates: event.currentTarget.checked })}
          mb={8}
        />
      </Group>
    </div>
  );
}

function TimeFields({ mapping, choices, onChange }: Props) {
  const ids = mapping.times.flatMap(({ question_id }) => question_id ?? []);
  const hasWhole = mapping.times.some(({ question_id }) => question_id === null);
  const set = (whole: boolean, questionIds: readonly string[]) =>
    onChange(withTimes(mapping, [...(whole ? [null] : []), ...questionIds]));
  const setUnit = (id: string, unit: TimeUnit) =>
    onChange({ ...mapping, times: mapping.times.map((one) => (one.question_id === id ? { ...one, unit } : one)) });
  return (
    <Fieldset legend="Time">
      <Stack gap="sm">
        <Checkbox
          label="From the start of a response to its end"
          checked={hasWhole}
          onChange={(event) => set(event.currentTarget.checked, ids)}
        />
        <MultiSelectInput
          label="Questions that hold a time"
          data={choices.times}
          value={ids}
          onChange={(chosen) => set(hasWhole, chosen)}
          maxValues={mostMapped.times - 1}
          {...PICKING}
        />
        {mapping.times.map(
          ({ question_id: id, unit }) =>
            id !== null && (
              <Box key={id} w={220}>
                <SelectInput
                  label={`Unit of ${labelOf(choices.times, id)}`}
                  data={timeUnitNames}
                  value={unit}
                  onChange={(chosen) => setUnit(id, timeUnitNames.find((each) => each === chosen) ?? unit)}
                />
              </Box>
            ),
        )}
      </Stack>
    </Fieldset>
  );
}

function GridFields({ mapping, choices, onChange }: Props) {
  const { grids } = mapping;
  const setGrids = (next: FeedMapping["grids"]) => onChange({ ...mapping, grids: next });
  const change = (at: number, patch: Partial<FeedMapping["grids"][number]>) =>
    setGrids(grids.map((grid, place) => (place === at ? { ...grid, ...patch } : grid)));
  return (
    <Fieldset legend="Grids">
      <Stack gap="sm">
        {grids.map((grid, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a grid has no identity but its place while it is named
          <Group key={at} gap="sm" align="flex-end">
            <TextInput
              label="Name"
              value={grid.name}
              maxLength={200}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
              w={180}
            />
            <Box w={360}>
              <MultiSelectInput
                label={`Questions, at least ${LEAST_OF_GRID}`}
                data={choices.grids}
                value={grid.question_ids}
                onChange={(question_ids) => change(at, { question_ids })}
                {...PICKING}
              />
            </Box>
            <Button
              variant="subtle"
              onClick={() => setGrids(grids.filter((_, place) => place !== at))}
              aria-label={`Remove the grid ${grid.name}`}
            >
              Remove
            </Button>
          </Group>
        ))}
        <div>
          <Button
            variant="default"
            size="xs"
            disabled={grids.length >= mostMapped.grids}
            onClick={() => setGrids([...grids, { name: `Grid ${grids.length + 1}`, question_ids: [] }])}
          >
            Add grid
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
