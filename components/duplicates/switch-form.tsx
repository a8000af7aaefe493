"use client";

import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type Ref, useImperativeHandle } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { DraftElsewhere } from "@/components/drafts/draft-elsewhere";
import { DraftOffer } from "@/components/drafts/draft-offer";
import { DraftStatus } from "@/components/drafts/draft-status";
import { resolvedQuery } from "@/lib/duplicates/queries";
import {
  blankSwitch,
  leftOutOf,
  numbersOf,
  placeProblems,
  refuseNumbers,
  type SwitchBody,
  switchBody,
} from "@/lib/duplicates/switch-form";
import type { SwitchValues } from "@/lib/duplicates/switch-rules";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { whenNeeded } from "@/lib/http/when-needed";
import { ActionField, RouteField } from "./action-fields";
import { NarrowingFields } from "./narrowing-fields";
import { SurveysField } from "./surveys-field";
import { useSwitchDraft } from "./use-switch-draft";

const loadRules = whenNeeded(() => import("@/lib/duplicates/switch-rules"));
const resolver: Resolver<SwitchValues> = async (...typed) => (await loadRules()).switchResolver(...typed);

type Props = {
  account: string | undefined;
  ref: Ref<SwitchFormHandle>;
  /** `leftOut`: what of the paste names no survey that is meant. */
  onPreview: (body: SwitchBody, leftOut: string[]) => void;
};

/** For what stands around the form: what it holds is being carried out, and is no draft any more. */
export type SwitchFormHandle = { close: () => Promise<void> };

/** What to switch: the action, its route, and what names the records. */
export function SwitchForm({ account, ref, onPreview }: Props) {
  const queries = useQueryClient();
  const form = useForm({ resolver, defaultValues: blankSwitch });
  const { control, handleSubmit, setError, formState, watch } = form;
  const values = watch();
  const draft = useSwitchDraft(values);
  const { kept } = draft;
  useImperativeHandle(ref, () => ({ close: () => kept.close() }));
  const takeUp = (of: typeof kept.offer) => {
    if (!of || !draft.read) return;
    kept.adopt(of);
    form.reset(draft.read);
  };

  const submit = handleSubmit(async (given) => {
    try {
      const resolved = given.surveys.trim() ? await queries.fetchQuery(resolvedQuery(account, given.surveys)) : null;
      const numbers = resolved ? numbersOf(resolved, given.chosen) : [];
      const refused = refuseNumbers(given.surveys, numbers);
      if (refused) setError("surveys", { message: refused }, { shouldFocus: true });
      else onPreview(switchBody(given, numbers, account), resolved ? leftOutOf(resolved, given.chosen) : []);
    } catch (error) {
      showProblems(error, setError);
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="What to switch">
      {kept.offer && draft.isRead && (
        <DraftOffer
          kept={kept.offer}
          summary={draft.summary}
          noun="form"
          typed={draft.fieldsHere > 0}
          problem={kept.discardProblem}
          onTakeUp={() => takeUp(kept.offer)}
          onDiscard={() => kept.offer && kept.discard(kept.offer)}
        />
      )}
      {kept.state.elsewhere && draft.isRead && (
        <DraftElsewhere
          control={kept}
          summary={draft.summary}
          fieldsHere={draft.fieldsHere}
          onTakeUpOther={() => takeUp(kept.other)}
        />
      )}
      <Paper withBorder p={{ base: "sm", sm: "lg" }} maw={860}>
        <Stack gap="lg">
          {formState.errors.root && (
            <Alert color="red" role="alert" variant="light">
              {formState.errors.root.message}
            </Alert>
          )}
          <ActionField control={control} />
          <RouteField control={control} />
          <SurveysField control={control} account={account} />
          <NarrowingFields control={control} errors={formState.errors} />
          <Text size="sm" c="dimmed">
            A record must match all values that you give. Nothing is changed before you have seen what would change.
          </Text>
          <Group justify="space-between" gap="sm">
            <DraftStatus control={kept} />
            <Group gap="sm" ml="auto">
              <Button variant="default" onClick={() => form.reset(blankSwitch)} disabled={isBlank(values)}>
                Clear
              </Button>
              <Button type="submit" loading={formState.isSubmitting}>
                Preview
              </Button>
            </Group>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}

const isBlank = (values: SwitchValues) => JSON.stringify(values) === JSON.stringify(blankSwitch);

type SetError = ReturnType<typeof useForm<SwitchValues>>["setError"];

function showProblems(error: unknown, setError: SetError): void {
  const { placed, rest } = placeProblems(error instanceof AppError ? error : { message: UNEXPECTED });
  for (const { name, message } of placed) setError(name, { message }, { shouldFocus: true });
  if (rest.length > 0) setError("root", { message: rest.join(" ") });
}
