"use client";

import { Button, MultiSelect, Text } from "@mantine/core";
import type { Derivation } from "@/lib/contracts/interfaces/answers";
import { withNames } from "@/lib/contracts/rules/option-names";
import type { DerivedProps } from "./derived-fields";
import { OptionRows } from "./option-rows";

type Nets = Extract<Derivation, { form: "nets" }>;
type Props = DerivedProps & { derivation: Nets; source: string };

/** Nets: groups of another question's options. An option may be in several. */
export function NetRows({ draft, onDraft, questions, taken, readOnly, counted, derivation, source }: Props) {
  const { nets } = derivation;
  const options = questions.find(({ id }) => id === derivation.questionId)?.options ?? [];
  const data = withNames(options)
    .toSorted((one, other) => one.order - other.order)
    .map(({ code, label }) => ({ value: String(code), label: label || String(code) }));
  const netOf = (code: number) => nets.find((net) => net.code === code);
  const change = (code: number, of: number[]) =>
    onDraft({
      ...draft,
      derivation: { ...derivation, nets: nets.map((net) => (net.code === code ? { ...net, of } : net)) },
    });
  const add = () => {
    const code = Math.max(0, ...taken, ...nets.map((net) => net.code)) + 1;
    onDraft({
      ...draft,
      derivation: { ...derivation, nets: [...nets, { code, of: [] }] },
      options: [...draft.options, { code, label: `Net ${code}`, value: null }],
    });
  };
  return (
    <>
      <Text size="sm">
        Options of “{source}” joined; an option may be in several nets, then a response counts in each.
      </Text>
      <OptionRows
        {...{ draft, onDraft, readOnly, counted }}
        extra={({ code, label }) => (
          <MultiSelect
            size="xs"
            style={{ flex: "2 1 220px", minWidth: 180 }}
            aria-label={`Options in ${label || `net ${code}`}`}
            placeholder={netOf(code)?.of.length ? "" : "Choose options"}
            data={data}
            value={(netOf(code)?.of ?? []).map(String)}
            onChange={(codes) => change(code, codes.map(Number))}
            error={netOf(code)?.of.length === 0 && "Choose at least one option."}
            disabled={readOnly}
            searchable
            limit={100}
          />
        )}
        onRemove={(code) =>
          onDraft({
            ...draft,
            options: draft.options.filter((option) => option.code !== code),
            derivation: { ...derivation, nets: nets.filter((net) => net.code !== code) },
          })
        }
      />
      {!readOnly && (
        <Button size="xs" variant="default" onClick={add} style={{ alignSelf: "flex-start" }}>
          Add a net
        </Button>
      )}
    </>
  );
}
