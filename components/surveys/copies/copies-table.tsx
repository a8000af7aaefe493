"use client";

import { Stack, Table, Text, TextInput } from "@mantine/core";
import { NumberEntry } from "@/components/ui/number-entry";
import type { PriceEffect } from "@/lib/contracts/rules/price-effect";
import { type Carried, type Copy, copyProblems } from "@/lib/surveys/clone";
import { copyPriceEffect } from "@/lib/surveys/copy-price";
import type { SurveyDraft } from "@/lib/surveys/draft";
import { copyCostInWords } from "@/lib/surveys/price-effect";
import { OptionChoices } from "../option-choices";
import { PriceNotice } from "../price-notice";

type Props = {
  /** The survey that is copied. */
  survey: SurveyDraft;
  /** The built-in service creates the copies: its minimum price is known. */
  isBuiltIn: boolean;
  copies: ReadonlyMap<string, Copy>;
  carried: ReadonlyMap<string, Carried>;
  names: ReadonlyMap<string, string>;
  onChange: (key: string, copy: Copy) => void;
};

/** The copies beside each other: what differs from country to country is changed here. */
export function CopiesTable({ survey, isBuiltIn, copies, carried, names, onChange }: Props) {
  return (
    <Table.ScrollContainer minWidth={820}>
      <Table aria-label="Copies" verticalSpacing={6} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={150}>Country</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th w={110}>Target</Table.Th>
            <Table.Th w={110}>Price</Table.Th>
            <Table.Th>Entry link</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {[...copies].map(([key, copy]) => (
          <CopyRows
            key={key}
            place={names.get(key) ?? key}
            copy={copy}
            carried={carried.get(key)}
            effect={copyPriceEffect(survey, copy, isBuiltIn)}
            onChange={(changed) => onChange(key, changed)}
          />
        ))}
      </Table>
    </Table.ScrollContainer>
  );
}

type RowProps = {
  place: string;
  copy: Copy;
  carried: Carried | undefined;
  effect: PriceEffect | null;
  onChange: (copy: Copy) => void;
};

function CopyRows({ place, copy, carried, effect, onChange }: RowProps) {
  const problems = carried ? copyProblems(copy, carried) : [];
  const hasGaps = carried !== undefined && carried.lacking.length + carried.leftOut.length > 0;
  const unknown = carried?.unknown ?? [];
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Td>
          <Text size="sm" fw={600}>
            {place}
          </Text>
        </Table.Td>
        <Table.Td>
          <TextInput
            size="xs"
            aria-label={`Name for ${place}`}
            value={copy.name}
            onChange={(event) => onChange({ ...copy, name: event.currentTarget.value })}
          />
        </Table.Td>
        <Table.Td>
          <NumberEntry
            size="xs"
            aria-label={`Target for ${place}`}
            min={1}
            decimals={0}
            value={copy.respondents === "" ? null : copy.respondents}
            onChange={(value) => onChange({ ...copy, respondents: value ?? "" })}
          />
        </Table.Td>
        <Table.Td>
          <NumberEntry
            size="xs"
            aria-label={`Price for ${place}`}
            placeholder="minimum"
            prefix="$"
            min={0.01}
            decimals={2}
            fixedDecimals={2}
            step={0.05}
            value={copy.offered_price_per_complete === "" ? null : copy.offered_price_per_complete}
            onChange={(value) => onChange({ ...copy, offered_price_per_complete: value ?? "" })}
          />
        </Table.Td>
        <Table.Td>
          <TextInput
            size="xs"
            aria-label={`Entry link for ${place}`}
            value={copy.entry_link}
            onChange={(event) => onChange({ ...copy, entry_link: event.currentTarget.value })}
          />
        </Table.Td>
      </Table.Tr>
      {(problems.length + unknown.length > 0 || hasGaps || effect !== null) && (
        <Table.Tr>
          <Table.Td />
          <Table.Td colSpan={4}>
            <Stack gap="xs">
              {problems.map((problem) => (
                <Text key={problem} size="sm" c="var(--mantine-color-error)">
                  {problem}
                </Text>
              ))}
              {effect && <PriceNotice effect={effect} costText={copyCostInWords} />}
              {unknown.length > 0 && (
                <Text size="sm">
                  Left out, because the service did not say in a readable way who belongs to them:{" "}
                  {unknown.slice(0, 5).join(", ")}
                  {unknown.length > 5 ? "…" : "."}
                </Text>
              )}
              {hasGaps && (
                <OptionChoices
                  place={place}
                  carried={carried}
                  mapping={copy.mapping}
                  onChange={(mapping) => onChange({ ...copy, mapping })}
                />
              )}
            </Stack>
          </Table.Td>
        </Table.Tr>
      )}
    </Table.Tbody>
  );
}
