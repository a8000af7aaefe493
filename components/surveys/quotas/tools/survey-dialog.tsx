"use client";

import { Alert, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/load-error";
import { ReadingFromService } from "@/components/ui/waiting";
import { asEdited, waitsFor } from "@/lib/soft-launches/in-editor";
import { softLaunchQuery } from "@/lib/soft-launches/queries";
import { draftOf, quotasProblem } from "@/lib/surveys/draft";
import { surveyQuery } from "@/lib/surveys/queries";
import { surveysFoundQuery } from "@/lib/surveys/quotas/queries";
import { useEditor } from "../../editor/editor-context";
import { TakePreview } from "./take-preview";

/** Takes the quotas of another survey. */
export function SurveyDialog({ onClose }: { onClose: () => void }) {
  const { present } = useEditor();
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [text, setText] = useState("");
  const [asked] = useDebouncedValue(text.trim(), 150);
  const found = useQuery(surveysFoundQuery(asked === chosen?.name ? "" : asked));
  const others = (found.data ?? []).filter(({ id }) => id !== present?.id);
  const data = others.map(({ id, name, country_code }) => ({
    value: id,
    label: `${name || id}${country_code ? ` (${country_code})` : ""}`,
  }));
  const isListed = chosen !== null && data.some(({ value }) => value === chosen.id);
  return (
    <Dialog onClose={onClose} title="Quotas from another survey" size="xl">
      <Stack gap="md">
        <Select
          label="Survey"
          placeholder="Part of its name, or its id"
          searchable
          selectFirstOptionOnChange
          data={chosen && !isListed ? [{ value: chosen.id, label: chosen.name }, ...data] : data}
          // The service has searched already, and by ids too, which no label shows.
          filter={({ options }) => options}
          value={chosen?.id ?? null}
          onChange={(id) => {
            const survey = data.find(({ value }) => value === id);
            setChosen(survey ? { id: survey.value, name: survey.label } : null);
          }}
          searchValue={text}
          onSearchChange={setText}
          nothingFoundMessage={found.isFetching ? "Searching…" : "No survey of yours has that in its name"}
          data-autofocus
        />
        {found.error && <LoadError what="Surveys" error={found.error} onRetry={() => void found.refetch()} />}
        {chosen && <OfSurvey key={chosen.id} id={chosen.id} onClose={onClose} />}
      </Stack>
    </Dialog>
  );
}

const BEING_WRITTEN = "A change of its soft launch is being written. Its quotas are shown when that is done.";

function OfSurvey({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(surveyQuery(id));
  const launch = useQuery({ ...softLaunchQuery(id), enabled: Boolean(data) });
  const waits = Boolean(data && launch.data && waitsFor(data.survey, launch.data));
  // The soft launch is looked at every few seconds; where it shows another survey, that is read again too.
  useEffect(() => {
    if (waits && launch.data) void refetch();
  }, [waits, launch.data, refetch]);
  const source = useMemo(() => {
    if (!data || launch.data === undefined) return null;
    // Under a soft launch its full targets are taken, not the share that stands there for now.
    const { name, country_code, respondents, respondent_attributes } = draftOf(asEdited(data, launch.data).survey);
    return {
      name: name || id,
      quotas: respondent_attributes,
      country: country_code || null,
      respondents: Number(respondents) || null,
    };
  }, [data, launch.data, id]);
  if (error && !data) return <LoadError what="The survey" error={error} onRetry={() => void refetch()} />;
  if (launch.error && launch.data === undefined) {
    return <LoadError what="Its soft launch" error={launch.error} onRetry={() => void launch.refetch()} />;
  }
  if (data === null) return <Alert color="yellow">This survey is not there any more. Choose another.</Alert>;
  if (waits) return <Alert color="yellow">{BEING_WRITTEN}</Alert>;
  if (!data || !source) return <ReadingFromService what="the survey" />;
  const unread = data.survey.respondent_attributes ? null : quotasProblem(data.survey);
  if (unread) return <Alert color="yellow">{unread}</Alert>;
  return <TakePreview source={source} onClose={onClose} />;
}
