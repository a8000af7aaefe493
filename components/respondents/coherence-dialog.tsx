"use client";

import { Button, Group, Input, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { NumberEntry } from "@/components/ui/number-entry";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { RulesOfAccount } from "@/lib/contracts/ours/coherence-rules";
import {
  askedLabel,
  emptyRule,
  formOf,
  type RuleForm,
  type RuleQuestion,
  ruleOf,
  ruleText,
} from "@/lib/respondents/coherence-form";
import { coherencePreviewOptions } from "@/lib/respondents/queries";
import classes from "./coherence.module.css";
import { RuleEffect } from "./coherence-rule-item";
import { CoherenceSide } from "./coherence-side";
import { useCoherenceRules } from "./use-coherence-rules";

type Props = {
  surveyId: string;
  own: RulesOfAccount;
  /** Of the rule that is edited; one past the last adds one. */
  place: number;
  questions: readonly RuleQuestion[];
  onClose: () => void;
};

const kinds = [
  { value: "together", label: "Two answers" },
  { value: "difference", label: "A difference" },
] satisfies { value: CoherenceRule["kind"]; label: string }[];

/** Long enough that a number is typed, short enough to feel at once. */
const PAUSE_MS = 250;

/** A rule by form; what it finds in this survey is shown before it is saved. */
export function CoherenceDialog({ surveyId, own, place, questions, onClose }: Props) {
  const former = own.rules[place];
  const [form, setForm] = useState<RuleForm>(() => (former ? formOf(former) : emptyRule));
  const [isTried, setTried] = useState(false);
  const save = useCoherenceRules(own);
  const labelOf = (asked: CoherenceRule["first"]) => askedLabel(asked, questions);
  const otherNames = own.rules.filter((rule) => rule !== former).map(({ name }) => name);
  const { rule, problems } = ruleOf(form, { labelOf, otherNames });
  const shown = isTried ? problems : {};
  const change = (patch: Partial<RuleForm>) => setForm({ ...form, ...patch });
  const submit = () => {
    setTried(true);
    if (!rule || save.isPending) return;
    const rules = [...own.rules.slice(0, place), rule, ...own.rules.slice(place + 1)];
    save.mutate({ rules, says: `${former ? "Changed" : "Added"} “${rule.name}”` }, { onSuccess: onClose });
  };
  const isTogether = form.kind === "together";
  const side = { questions, isTogether };
  return (
    <Dialog onClose={onClose} title={former ? "Edit rule" : "Add rule"} size="xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Input.Wrapper label="What contradicts" labelElement="div">
            <div>
              <SegmentedControl
                aria-label="What contradicts"
                data={kinds}
                value={form.kind}
                onChange={(kind) => change({ kind: kinds.find(({ value }) => value === kind)?.value ?? form.kind })}
              />
            </div>
          </Input.Wrapper>
          <CoherenceSide
            {...side}
            legend={isTogether ? "One answer" : "From this number"}
            side={form.first}
            error={shown.first}
            onChange={(first) => change({ first })}
          />
          <CoherenceSide
            {...side}
            legend={isTogether ? "and another answer" : "this number is taken away"}
            side={form.second}
            error={shown.second}
            onChange={(second) => change({ second })}
          />
          {!isTogether && <Limits form={form} error={shown.limits} onChange={change} />}
          <TextInput
            label="Name"
            description="Shown with each respondent who contradicts it."
            placeholder={rule ? ruleText(rule, labelOf).slice(0, MOST_NAME) : "As it is worded"}
            maxLength={MOST_NAME}
            value={form.name}
            error={shown.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Preview surveyId={surveyId} rule={rule} />
          {save.error && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {save.error.message}
            </Text>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              {former ? "Save rule" : "Add rule"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

const MOST_NAME = 200;

type LimitsProps = { form: RuleForm; error: string | undefined; onChange: (patch: Partial<RuleForm>) => void };

function Limits({ form: { atLeast, atMost }, error, onChange }: LimitsProps) {
  return (
    <Input.Wrapper label="The difference has to be" labelElement="div" error={error}>
      <Group gap="sm" mb={error ? 4 : 0}>
        <NumberEntry label="At least" value={atLeast} onChange={(value) => onChange({ atLeast: value })} w={120} />
        <NumberEntry label="At most" value={atMost} onChange={(value) => onChange({ atMost: value })} w={120} />
      </Group>
    </Input.Wrapper>
  );
}

/** What the rule finds, while it is written. */
function Preview({ surveyId, rule }: { surveyId: string; rule: CoherenceRule | null }) {
  const [asked] = useDebouncedValue(rule && { ...rule, name: "Preview" }, PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...coherencePreviewOptions({ survey_id: surveyId, rules: asked ? [asked] : [] }),
    enabled: asked !== null,
  });
  const [effect] = data?.rules ?? [];
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isPlaceholderData}>
      {rule === null ? (
        <p>Complete the rule to see whom it finds in this survey.</p>
      ) : error && !data ? (
        <p role="alert">What the rule finds could not be read. {error.message}</p>
      ) : data && effect ? (
        <div role="status">
          <RuleEffect surveyId={surveyId} interviews={data.interviews} effect={effect} />
        </div>
      ) : (
        <p>Looking for contradictions…</p>
      )}
    </section>
  );
}
