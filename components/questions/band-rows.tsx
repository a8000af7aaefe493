"use client";

import { Alert, Button, Text } from "@mantine/core";
import { NumberEntry } from "@/components/ui/number-entry";
import { bandLabel, bandRemarks, followingLabel } from "@/lib/answers/questions/derive-draft";
import type { Derivation } from "@/lib/contracts/interfaces/answers";
import type { DerivedProps } from "./derived-fields";
import { OptionRows } from "./option-rows";

type Bands = Extract<Derivation, { form: "bands" }>;
type Props = DerivedProps & { derivation: Bands; source: string };

/** Bands of a number: each from its beginning, which is in it, to its end, which is not. */
export function BandRows({ draft, onDraft, taken, readOnly, counted, derivation, source }: Props) {
  const { bands } = derivation;
  const remarks = bandRemarks(bands);
  const bandOf = (code: number) => bands.find((band) => band.code === code);
  const change = (code: number, end: Partial<Bands["bands"][number]>) => {
    const before = bandOf(code);
    if (!before) return;
    const after = { ...before, ...end };
    onDraft({
      ...draft,
      derivation: { ...derivation, bands: bands.map((band) => (band.code === code ? after : band)) },
      options: draft.options.map((option) =>
        option.code === code ? { ...option, label: followingLabel(option.label, before, after) } : option,
      ),
    });
  };
  const add = () => {
    const code = Math.max(0, ...taken, ...bands.map((band) => band.code)) + 1;
    const last = bands.findLast(({ high }) => high !== null);
    const band = { code, low: last?.high ?? null, high: null };
    onDraft({
      ...draft,
      derivation: { ...derivation, bands: [...bands, band] },
      options: [...draft.options, { code, label: bandLabel(band), value: null }],
    });
  };
  return (
    <>
      <Text size="sm">
        Bands of “{source}”: a band begins with its first number and ends before its last one; an empty end is open.
      </Text>
      {remarks.length > 0 && (
        <Alert color="yellow" variant="light" py="xs" role="status">
          {remarks.map((remark) => (
            <Text key={remark} size="sm">
              {remark}
            </Text>
          ))}
        </Alert>
      )}
      <OptionRows
        {...{ draft, onDraft, readOnly, counted }}
        extra={({ code, label }) => {
          const band = bandOf(code);
          const end = (name: "low" | "high", says: string) => (
            <NumberEntry
              size="xs"
              w={66}
              aria-label={`${says} of ${label || `band ${code}`}`}
              placeholder={name === "low" ? "from" : "to"}
              value={band?.[name] ?? null}
              readOnly={readOnly}
              onChange={(value) => change(code, { [name]: value })}
            />
          );
          return (
            <>
              {end("low", "Beginning")}
              {end("high", "End")}
            </>
          );
        }}
        onRemove={(code) =>
          onDraft({
            ...draft,
            options: draft.options.filter((option) => option.code !== code),
            derivation: { ...derivation, bands: bands.filter((band) => band.code !== code) },
          })
        }
      />
      {!readOnly && (
        <Button size="xs" variant="default" onClick={add} style={{ alignSelf: "flex-start" }}>
          Add a band
        </Button>
      )}
    </>
  );
}
