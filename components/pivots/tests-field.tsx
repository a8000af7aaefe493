"use client";

import { Button, Group, Stack } from "@mantine/core";
import { IconLetterCase } from "@tabler/icons-react";
import { useState } from "react";
import { Choice } from "@/components/ui/choice";
import { FormPopover } from "@/components/ui/form-popover";
import { NumberEntry } from "@/components/ui/number-entry";
import { againsts, BASES, corrections, LEVELS, letterPlaces, type PivotState, variances } from "@/lib/pivots/address";
import { exactTests } from "@/lib/pivots/comparison";

const againstNames: Record<PivotState["against"], string> = {
  none: "No tests",
  columns: "Columns with each other (letters)",
  rest: "Each cell with the rest (arrows)",
};
const againstShort: Record<PivotState["against"], string> = {
  none: "none",
  columns: "letters",
  rest: "against the rest",
};
const correctionNames: Record<PivotState["correction"], string> = {
  none: "None",
  bonferroni: "Bonferroni",
  "benjamini-hochberg": "Benjamini-Hochberg",
};
const varianceNames: Record<PivotState["variance"], string> = { pooled: "Pooled", unpooled: "Unpooled" };

type Tests = Pick<
  PivotState,
  "against" | "high" | "low" | "correction" | "variance" | "exact" | "minimumBase" | "letters"
>;

const exactNames: Record<PivotState["exact"], string> = {
  none: "Mark, not tested",
  fisher: "Fisher's exact test",
  barnard: "Barnard's exact test",
};

const letterNames: Record<PivotState["letters"], string> = {
  beside: "Beside the figure",
  superscript: "As superscripts (texts in Excel)",
};

/** Which differences of the table are tested, and how. */
export function TestsField({ state, onChange }: { state: Tests; onChange: (change: Partial<Tests>) => void }) {
  const [opened, setOpened] = useState(false);
  const isOff = state.against === "none";
  const target = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLetterCase size={14} aria-hidden />}
      onClick={() => setOpened(!opened)}
    >
      Tests: {againstShort[state.against]}
    </Button>
  );
  return (
    <FormPopover opened={opened} onChange={setOpened} target={target}>
      <Stack gap="sm">
        <Choice
          label="Test"
          names={againstNames}
          among={againsts}
          value={state.against}
          onChoose={(against) => onChange({ against })}
        />
        <Group grow align="flex-end" gap="sm">
          <Percent
            label="Higher level"
            value={state.high}
            least={LEVELS.least}
            disabled={isOff}
            onChange={(high) => onChange({ high })}
          />
          <Percent
            label="Lower level"
            description="0: none"
            value={state.low}
            least={0}
            disabled={isOff}
            onChange={(low) => onChange({ low })}
          />
        </Group>
        <Choice
          label="Correction for several comparisons"
          names={correctionNames}
          among={corrections}
          value={state.correction}
          disabled={isOff}
          onChoose={(correction) => onChange({ correction })}
        />
        <Choice
          label="Variance of the z test"
          names={varianceNames}
          among={variances}
          value={state.variance}
          disabled={isOff}
          onChoose={(variance) => onChange({ variance })}
        />
        <Choice
          label="Where fewer than 5 are expected"
          names={exactNames}
          among={exactTests}
          value={state.exact}
          disabled={isOff}
          onChoose={(exact) => onChange({ exact })}
        />
        <Choice
          label="Letters and arrows"
          names={letterNames}
          among={letterPlaces}
          value={state.letters}
          disabled={isOff}
          onChoose={(letters) => onChange({ letters })}
        />
        <NumberEntry
          label="Smallest base"
          description="Smaller ones are grey and not tested."
          size="xs"
          min={BASES.least}
          max={BASES.most}
          decimals={0}
          value={state.minimumBase}
          onChange={(value) => {
            if (value !== null && !Number.isNaN(value)) onChange({ minimumBase: value });
          }}
        />
      </Stack>
    </FormPopover>
  );
}

type PercentProps = {
  label: string;
  description?: string;
  value: number;
  least: number;
  disabled: boolean;
  onChange: (value: number) => void;
};

/** What is typed counts once it is a level; until then the last one holds. */
function Percent({ label, description, value, least, disabled, onChange }: PercentProps) {
  return (
    <NumberEntry
      {...{ label, value, disabled, ...(description && { description }) }}
      size="xs"
      min={least}
      max={LEVELS.most}
      suffix="%"
      onChange={(typed) => {
        if (typed !== null && typed >= least && typed <= LEVELS.most) onChange(typed);
      }}
    />
  );
}
