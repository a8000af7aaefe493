"use client";

import { Alert, Checkbox, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { ReadingFromService } from "@/components/ui/waiting";
import type { Mapping } from "@/lib/surveys/clone";
import type { QuotaDraft } from "@/lib/surveys/draft";
import { questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery } from "@/lib/surveys/queries";
import { differenceOf } from "@/lib/surveys/quotas/list-difference";
import { resized, takeProblem, takeQuotas } from "@/lib/surveys/quotas/take-quotas";
import { useEditor } from "../../editor/editor-context";
import { useQuotaList } from "../use-quota-list";
import { DialogFoot } from "./dialog-foot";
import { DifferenceView } from "./difference-view";
import { OptionGaps } from "./option-gaps";
import { listWith, type Mode, ReplaceOrAdd } from "./replace-or-add";

/** Where quotas are taken from. `country`: whose options they name; null: any. `respondents`: the target they are for. */
export type TakeSource = {
  name: string;
  quotas: readonly QuotaDraft[];
  country: string | null;
  respondents: number | null;
};

/** What quotas from elsewhere would make of the list: gaps to map, what changes, and then at once. */
export function TakePreview({ source, onClose }: { source: TakeSource; onClose: () => void }) {
  const { control, questions } = useEditor();
  const { quotas: present, apply } = useQuotaList();
  const format = useFormat();
  const [country, typed] = useWatch({ control, name: ["country_code", "respondents"] });
  const respondents = Number(typed) || 0;
  const isForeign = source.country !== null && source.country !== country;
  const theirs = useCatalogue(source.country ?? "", isForeign);
  const own = useCatalogue(country, isForeign);
  const [mapping, setMapping] = useState<Mapping>({});
  const [mode, setMode] = useState<Mode>("replace");
  const canResize = source.respondents !== null && respondents > 0 && source.respondents !== respondents;
  const [isResized, setResized] = useState(true);
  const taken = useMemo(() => {
    if (!isForeign) return takeQuotas(source.quotas, null, questions, mapping);
    if (!theirs.data || !own.data) return null;
    return takeQuotas(source.quotas, questionsById(theirs.data), questionsById(own.data), mapping);
  }, [source.quotas, isForeign, theirs.data, own.data, questions, mapping]);
  const next = useMemo(() => {
    if (!taken) return null;
    if (!canResize || !isResized) return listWith(present, taken.quotas, mode);
    const fits = resized(taken.quotas, source.respondents ?? 0, respondents);
    return "problem" in fits ? fits : listWith(present, fits.quotas, mode);
  }, [taken, canResize, isResized, source.respondents, respondents, present, mode]);
  const difference = useMemo(
    () => (next && "quotas" in next ? differenceOf(present, next.quotas) : null),
    [present, next],
  );

  if (theirs.error && !theirs.data) {
    return (
      <LoadError what="The questions of the other country" error={theirs.error} onRetry={() => void theirs.refetch()} />
    );
  }
  if (own.error && !own.data) {
    return <LoadError what="The questions of this country" error={own.error} onRetry={() => void own.refetch()} />;
  }
  if (!taken || !next) return <ReadingFromService what="the countries' questions" />;
  const problem = takeProblem(taken, mapping) ?? ("problem" in next ? next.problem : null);
  return (
    <Stack gap="sm">
      {taken.unknown.length > 0 && (
        <Alert color="yellow" variant="light">
          {format.count(taken.unknown.length)} of its quotas cannot be taken, because the service did not say in a
          readable way who belongs to them: {taken.unknown.slice(0, 5).join(", ")}
          {taken.unknown.length > 5 ? "…" : "."}
        </Alert>
      )}
      {taken.lacking.length + taken.leftOut.length > 0 && (
        <OptionGaps carried={taken} mapping={mapping} onChange={setMapping} />
      )}
      <ReplaceOrAdd present={present} mode={mode} onChange={setMode} />
      {canResize && (
        <Checkbox
          label={`Scale targets from ${format.count(source.respondents)} respondents to this survey's ${format.count(respondents)}`}
          checked={isResized}
          onChange={(event) => setResized(event.currentTarget.checked)}
        />
      )}
      {difference && <DifferenceView difference={difference} />}
      <DialogFoot
        problem={problem}
        action={`Use ${taken.quotas.length === 1 ? "1 quota" : `${format.count(taken.quotas.length)} quotas`}`}
        onAction={problem ? null : () => apply(next, `Quotas taken from “${source.name}”`) && onClose()}
        onClose={onClose}
      />
    </Stack>
  );
}

/**
 * The questions of just this country: by none, or by those of the country that the editor showed before, quotas would
 * lose what they ask for and take everyone.
 */
const useCatalogue = (country: string, enabled: boolean) =>
  useQuery({ ...questionsQuery(country), enabled, placeholderData: undefined });
