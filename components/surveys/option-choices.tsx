"use client";

import { Button, Collapse, Select, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Lacking, Mapping } from "@/lib/surveys/clone";

type Props = { gaps: readonly Lacking[]; mapping: Mapping; onChange: (mapping: Mapping) => void };

const LEFT_OUT = "leave out";

/** The options that a country lacks, each with what may stand for it; `foldable`: among much else they can be hidden. */
export function OptionChoices({ gaps, mapping, onChange, foldable = false }: Props & { foldable?: boolean }) {
  const options = gaps.filter(({ option }) => option !== null);
  const [opened, setOpened] = useState(true);
  if (options.length === 0) return null;
  return (
    <>
      <Button.Group>
        {foldable && (
          <Small expanded={opened} onClick={() => setOpened(!opened)}>
            {opened ? "Hide" : "Show"} {options.length} {options.length === 1 ? "option" : "options"}
          </Small>
        )}
        <ChooseForAll gaps={options} mapping={mapping} onChange={onChange} />
      </Button.Group>
      <Collapse expanded={opened} w="100%">
        <Stack gap={6}>
          {options.map((gap) => (
            <OptionChoice
              key={gap.key}
              gap={gap}
              value={mapping[gap.key]}
              onChange={(chosen) => onChange({ ...mapping, [gap.key]: chosen })}
            />
          ))}
        </Stack>
      </Collapse>
    </>
  );
}

function ChooseForAll({ gaps, mapping, onChange }: Props) {
  const open = gaps.filter(({ key }) => mapping[key] === undefined);
  const near = open.filter(({ suggested }) => suggested !== null);
  const choose = (chosen: readonly Lacking[], of: (gap: Lacking) => Mapping[string]) =>
    onChange({ ...mapping, ...Object.fromEntries(chosen.map((gap) => [gap.key, of(gap)])) });
  return (
    <>
      {near.length > 0 && <Small onClick={() => choose(near, ({ suggested }) => suggested)}>Take the nearest</Small>}
      {open.length > 0 && <Small onClick={() => choose(open, () => null)}>Leave the rest out</Small>}
    </>
  );
}

function Small({ expanded, onClick, children }: { expanded?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="compact-xs" variant="default" aria-expanded={expanded} onClick={onClick}>
      {children}
    </Button>
  );
}

type ChoiceProps = { gap: Lacking; value: Mapping[string] | undefined; onChange: (chosen: Mapping[string]) => void };

function OptionChoice({ gap: { question, option, choices, quotas }, value, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      maw={420}
      label={`${question}: “${option}”, in ${quotas} ${quotas === 1 ? "quota" : "quotas"}, becomes`}
      placeholder="Choose, or leave it out"
      searchable
      data={[
        { value: LEFT_OUT, label: "Leave it out" },
        ...choices.map(({ id, text }) => ({ value: String(id), label: text || `#${id}` })),
      ]}
      value={value === undefined ? null : value === null ? LEFT_OUT : String(value)}
      onChange={(chosen) => onChange(choices.find(({ id }) => String(id) === chosen)?.id ?? null)}
    />
  );
}
