"use client";

import { Anchor, Checkbox, CopyButton, Group, Loader, ScrollArea, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Control, Controller, useController } from "react-hook-form";
import { useFormat } from "@/components/ui/use-format";
import { formerNames } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ResolvedSurveys } from "@/lib/contracts/ours/duplicates";
import { resolvedQuery } from "@/lib/duplicates/queries";
import { resolvedInWords } from "@/lib/duplicates/switch-form";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { counted } from "@/lib/duplicates/words";

type Props = { control: Control<SwitchValues>; account: string | undefined };

const PAUSE_MS = 400;

/** Takes surveys however they were copied, and says how they were understood when the typing pauses. */
export function SurveysField({ control, account }: Props) {
  const { field, fieldState } = useController({ control, name: "surveys" });
  const [settled] = useDebouncedValue(field.value, PAUSE_MS);
  const asked = useQuery({ ...resolvedQuery(account, settled), placeholderData: keepPreviousData });
  const isBlank = field.value.trim() === "";
  const isLate = field.value !== settled || asked.isFetching;
  return (
    <Stack gap={6}>
      <Textarea
        {...field}
        label="Surveys"
        description={`Paste numbers, ids, names or links, in any separator. Formerly ${formerNames.Survey_Number}.`}
        rows={6}
        spellCheck={false}
        error={fieldState.error?.message}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
      <Group gap="xs" mih={22}>
        <Text size="sm" role="status" fw={500}>
          {!isBlank && <ResolvedLine resolved={asked.data} control={control} error={asked.error} />}
        </Text>
        {!isBlank && isLate && <Loader size={14} aria-label="Looking the surveys up" />}
        {!isBlank && asked.error && (
          <Anchor component="button" type="button" size="sm" onClick={() => void asked.refetch()}>
            Try again
          </Anchor>
        )}
      </Group>
      {!isBlank && asked.data && <ResolvedLists resolved={asked.data} control={control} />}
    </Stack>
  );
}

type LineProps = { resolved: ResolvedSurveys | undefined; control: Control<SwitchValues>; error: Error | null };

function ResolvedLine({ resolved, control, error }: LineProps) {
  const format = useFormat();
  const { field } = useController({ control, name: "chosen" });
  if (error) return error.message;
  return resolved ? resolvedInWords(resolved, field.value, format) : "";
}

/** What was found and what was not, to look at and to copy. */
function ResolvedLists({ resolved, control }: { resolved: ResolvedSurveys; control: Control<SwitchValues> }) {
  const format = useFormat();
  const { surveys, unknown, ambiguous } = resolved;
  return (
    <Stack gap={6}>
      {ambiguous.length > 0 && <Ambiguous ambiguous={ambiguous} control={control} />}
      {unknown.length > 0 && (
        <Expandable title={`${format.count(unknown.length)} unknown: no survey of your account, left out`}>
          <CopyButton value={unknown.join("\n")}>
            {({ copied, copy }) => (
              <Anchor component="button" type="button" size="sm" onClick={copy}>
                {copied ? "Copied" : "Copy them"}
              </Anchor>
            )}
          </CopyButton>
          <Lines label="Unknown surveys" lines={unknown} />
        </Expandable>
      )}
      {surveys.length > 0 && (
        <Expandable title={`Show the ${counted(format, surveys.length, "survey")} found`}>
          <Lines
            label="Surveys found"
            lines={surveys.map(({ survey_number, name }) => (name ? `${survey_number} · ${name}` : survey_number))}
          />
        </Expandable>
      )}
    </Stack>
  );
}

export function Expandable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>
        <Text size="sm" component="span">
          {title}
        </Text>
      </summary>
      <Stack gap={4} pl="md" pt={4} align="flex-start">
        {children}
      </Stack>
    </details>
  );
}

const SHOWN = 500;

export function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const format = useFormat();
  return (
    <ScrollArea.Autosize mah={160} w="100%" viewportProps={{ tabIndex: 0, "aria-label": label, role: "region" }}>
      <Text size="xs" ff="monospace" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {lines.slice(0, SHOWN).join("\n")}
        {lines.length > SHOWN && `\nand ${format.count(lines.length - SHOWN)} more`}
      </Text>
    </ScrollArea.Autosize>
  );
}

type AmbiguousProps = { ambiguous: ResolvedSurveys["ambiguous"]; control: Control<SwitchValues> };

/** A name that several surveys have says nothing until somebody chooses. */
function Ambiguous({ ambiguous, control }: AmbiguousProps) {
  return (
    <Controller
      control={control}
      name="chosen"
      render={({ field }) => (
        <Stack gap="xs">
          {ambiguous.map(({ text, surveys }) => (
            <Checkbox.Group
              key={text}
              label={`Which “${text}”?`}
              description="Several surveys have this name. Those not ticked are left out."
              value={field.value[text] ?? []}
              onChange={(numbers) => field.onChange({ ...field.value, [text]: numbers })}
            >
              <Group gap="md" mt={6}>
                {surveys.map(({ survey_number }) => (
                  <Checkbox key={survey_number} size="xs" value={survey_number} label={survey_number} />
                ))}
              </Group>
            </Checkbox.Group>
          ))}
        </Stack>
      )}
    />
  );
}
