"use client";

import { Button, Group, MultiSelect, SegmentedControl, Select, Switch, Text } from "@mantine/core";
import { IconAdjustments } from "@tabler/icons-react";
import { useState } from "react";
import { ZoneField } from "@/components/pickers/zone-field";
import { Choice } from "@/components/ui/choice";
import { HALF } from "@/components/ui/field-width";
import { Folded } from "@/components/ui/folded";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import { type Band, bands } from "@/lib/charts/bands";
import { type LabelMode, labelModes } from "@/lib/charts/chart-model";
import type { Role } from "@/lib/contracts/rules/permissions";
import { canBeBuckets, titleOf } from "@/lib/contracts/rules/question-rules";
import { type BucketType, bucketTypes } from "@/lib/contracts/terms/analysis";
import { comparisons, MOST_ROLLED, type TrendState, trendModes } from "@/lib/trends/address";
import { ENOUGH_ANSWERS } from "@/lib/trends/first-bucket";
import { ByOrder } from "./by-order";
import { RangeFields } from "./range-fields";
import type { TrendShown } from "./use-trend";

type Change = (change: Partial<TrendState>) => void;
type Props = { state: TrendState; shown: TrendShown; onChange: Change };
type ControlsProps = Props & { role: Role };

const bucketNames: Record<BucketType, string> = {
  hourly: "Hours",
  daily: "Days",
  weekly_from_monday: "Weeks (from Monday)",
  weekly_from_sunday: "Weeks (from Sunday)",
  monthly: "Months",
  quarterly: "Quarters",
  yearly: "Years",
};
const modeNames: Record<TrendState["mode"], string> = {
  multiples: "Small multiples",
  overlay: "One chart",
  table: "Table",
};

export function TrendControls({ state, shown, role, onChange }: ControlsProps) {
  const { by, known, here } = shown;
  const buckets = here.find(({ id }) => id === by);
  const weights = (known.data?.weights ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isStranger = shown.weight !== null && weights.every(({ value }) => value !== shown.weight);
  const strangers = isStranger && shown.weight !== null ? [{ value: shown.weight, label: shown.weight }] : [];
  const bucketsChosen = useBucketsChosen(shown);
  return (
    <>
      <Group gap="sm" align="flex-start" mb="sm">
        <QuestionsField
          key={state.project}
          state={state}
          shown={shown}
          onChange={(questions) => onChange({ questions })}
        />
      </Group>
      {state.project !== null && (
        <Group gap="sm" align="flex-end" mb="sm">
          <Folded label="Display" icon={<IconAdjustments size={16} aria-hidden />}>
            <RangeFields
              state={state}
              ends={shown.ends}
              last={shown.extent.data?.days?.to ?? null}
              onChange={onChange}
            />
            <ByField state={state} shown={shown} onChange={onChange} />
            {weights.length + strangers.length > 0 && (
              <Select
                label="Weight"
                placeholder="Unweighted"
                data={[...weights, ...strangers]}
                value={shown.weight}
                onChange={(weight) => onChange({ weight })}
                clearable
                clearButtonProps={{ "aria-label": "Do not weight" }}
                w={{ base: HALF, sm: 150 }}
              />
            )}
            <ZoneField
              value={shown.timeZone}
              disabled={by !== null}
              onChange={(zone) => onChange({ zone, zoom: null })}
            />
            <Looks state={state} band={shown.band} isByTime={by === null} onChange={onChange} />
          </Folded>
          {bucketsChosen !== null && (
            <Text size="xs" c="dimmed" w="100%">
              {bucketsChosen}
            </Text>
          )}
          {by !== null && (
            <Text size="xs" c="dimmed" w="100%">
              The buckets are the options of a question: there is no time to zoom into, no time zone and no previous
              period.
            </Text>
          )}
          {buckets && state.project !== null && (
            <ByOrder key={buckets.id} project={state.project} question={buckets} role={role} />
          )}
        </Group>
      )}
    </>
  );
}

/** How the buckets came to be those that they are; null: a person chose them, or nothing is known of their answers. */
function useBucketsChosen({ first, asked, by }: TrendShown): string | null {
  const { tenths } = useFormat();
  if (first === null || first.median === null || asked === null || by !== null) return null;
  const name = bucketNames[first.type].toLowerCase().replace(" (from monday)", "");
  const median = `median ${tenths(first.median)}`;
  return first.median >= ENOUGH_ANSWERS
    ? `Shown by ${name}, the finest buckets with about ${ENOUGH_ANSWERS} answers or more (${median}). Choose others under “By”.`
    : `Shown by ${name}: they have few answers (${median}), and coarser buckets would be too few for a trend. Choose others under “By”.`;
}

const AUTOMATIC = "automatic";

/** Time, or a question whose options are the buckets. */
function ByField({ state, shown, onChange }: Props) {
  const { asked, by, here } = shown;
  const waves = here.filter(canBeBuckets).map((question) => ({ value: `by ${question.id}`, label: titleOf(question) }));
  const isStranger = by !== null && here.every(({ id }) => id !== by);
  const strangers = isStranger ? [{ value: `by ${by}`, label: by }] : [];
  const data = [
    {
      group: "Time",
      items: [
        { value: AUTOMATIC, label: `Automatic (${ENOUGH_ANSWERS} answers each)` },
        ...bucketTypes.map((value) => ({ value, label: bucketNames[value] })),
      ],
    },
    ...(waves.length + strangers.length > 0
      ? [{ group: "Options of a question", items: [...waves, ...strangers] }]
      : []),
  ];
  const choose = (value: string | null) => {
    if (value === AUTOMATIC) return onChange({ bucket: null, by: null, zoom: null });
    const bucket = bucketTypes.find((each) => each === value) ?? null;
    onChange(bucket ? { bucket, by: null, zoom: null } : { by: value?.slice(3) ?? null, zoom: null });
  };
  return (
    <Select
      label="By"
      data={data}
      value={by === null ? (state.bucket ?? asked?.type ?? null) : `by ${by}`}
      onChange={choose}
      allowDeselect={false}
      searchable={waves.length > 8}
      limit={60}
      comboboxProps={{ width: 260, position: "bottom-start" }}
      w={{ base: HALF, sm: 210 }}
    />
  );
}

type QuestionsProps = Omit<Props, "onChange"> & { onChange: (ids: string[] | null) => void };

/** The questions that stand alone: those of a joined line are there. */
function QuestionsField({ state: { questions, groups }, shown: { choices, opening, ids }, onChange }: QuestionsProps) {
  const joined = new Set(Object.values(groups).flat());
  const named = new Set(choices.map(({ id }) => id));
  const free = choices.filter(({ id }) => !joined.has(id));
  const chosen = ids.filter((id) => !joined.has(id));
  const strangers = chosen.filter((id) => !named.has(id)).map((id) => ({ value: id, label: id }));
  const shownIds = new Set(chosen);
  const isAll = free.length > 0 && free.every(({ id }) => shownIds.has(id));
  /** What all questions took the place of; null: the first few. */
  const [before, setBefore] = useState<string[] | null>(null);
  const isFewer = before !== null && free.some(({ id }) => !before.includes(id));
  const canBeFewer = isAll && (isFewer || free.some(({ id }) => !opening.includes(id)));
  const toggleAll = () => {
    if (isAll) return onChange(isFewer ? before : null);
    setBefore(questions);
    onChange(free.map(({ id }) => id));
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" style={{ flex: 1, minWidth: 0 }}>
      <MultiSelect
        label={`Questions${choices.length > 0 ? ` (${chosen.length} of ${free.length})` : ""}`}
        data={[...free.map(({ id, title }) => ({ value: id, label: title })), ...strangers]}
        value={chosen}
        onChange={onChange}
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Choose no question" }}
        hidePickedOptions
        limit={50}
        nothingFoundMessage="No such question"
        styles={{
          root: { flex: 1, minWidth: 0 },
          pillsList: { maxHeight: 68, overflowY: "auto" },
          inputField: { minWidth: 60 },
        }}
      />
      <Button variant="default" disabled={free.length === 0 || (isAll && !canBeFewer)} onClick={toggleAll}>
        {canBeFewer ? "Fewer" : "All"}
      </Button>
    </Group>
  );
}

const comparedNames = { nothing: "Nothing", previous: "Previous period", filter: "Another filter" };
const bandNames: Record<Band, string> = {
  range: "Min–max",
  interval: "95% confidence interval",
  middle: "Middle half",
  none: "No band",
};
const labelNames: Record<LabelMode, string> = { none: "None", last: "Last point", all: "As many as fit" };

type LooksProps = { state: TrendState; band: Band; isByTime: boolean; onChange: Change };

function Looks({ state, band: shownBand, isByTime, onChange }: LooksProps) {
  const isOverlay = state.mode === "overlay";
  const compared = isByTime || state.compare !== "previous" ? state.compare : null;
  return (
    <>
      <Choice
        label="Compare with"
        names={comparedNames}
        among={["nothing", ...comparisons]}
        value={compared ?? "nothing"}
        refused={isByTime ? [] : ["previous"]}
        size="sm"
        width={{ base: HALF, sm: 164 }}
        onChoose={(value) => onChange({ compare: value === "nothing" ? null : value })}
      />
      <NumberEntry
        label="Rolling mean over"
        suffix={state.rolling === 1 ? " bucket" : " buckets"}
        min={1}
        max={MOST_ROLLED}
        decimals={0}
        value={state.rolling}
        onChange={(value) => {
          if (value !== null && !Number.isNaN(value)) onChange({ rolling: value });
        }}
        w={{ base: HALF, sm: 150 }}
      />
      <Choice
        label={isOverlay ? "Band (not in one chart)" : "Band"}
        names={bandNames}
        among={bands}
        value={shownBand}
        disabled={isOverlay}
        size="sm"
        width={{ base: HALF, sm: 220 }}
        onChoose={(band) => onChange({ band })}
      />
      <Choice
        label="Figures at points"
        names={labelNames}
        among={labelModes}
        value={state.labels}
        disabled={state.mode === "table"}
        size="sm"
        width={{ base: HALF, sm: 150 }}
        onChoose={(labels) => onChange({ labels })}
      />
      <SegmentedControl
        aria-label="Show as"
        data={trendModes.map((value) => ({ value, label: modeNames[value] }))}
        value={state.mode}
        onChange={(value) => onChange({ mode: trendModes.find((mode) => mode === value) ?? "multiples" })}
        size="sm"
      />
      <Group gap="md" mih={36}>
        <Switch
          label="Significant changes"
          checked={state.marks}
          onChange={(event) => onChange({ marks: event.currentTarget.checked })}
        />
      </Group>
    </>
  );
}
