"use client";

import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import Link from "next/link";
import { type ReactNode, useDeferredValue } from "react";
import { LoadError } from "@/components/ui/load-error";
import { Nothing } from "@/components/ui/nothing";
import { useServiceName } from "@/components/ui/service-name";
import { Waiting } from "@/components/ui/waiting";
import { INCLUDE_EXCLUDED } from "@/lib/tables/exclusion-words";
import type { TrendState } from "@/lib/trends/address";
import type { TrendShown } from "./use-trend";

type Props = { state: TrendState; shown: TrendShown; children: ReactNode };

/** The trend, or why there is none to show and what to do. */
export function TrendBody({ state, shown, children }: Props) {
  const { trend, other, wish, extent } = shown;
  const nothing = nothingOf(state, shown);
  const showsFigures = useDeferredValue(shown.questions !== null); // draws the first figures in small steps
  if (nothing !== null && !extent.isPending && state.project !== null && hasNothing(shown)) {
    return (
      <Nothing says={nothing}>
        <Button
          component={Link}
          href={`/projects/${encodeURIComponent(state.project)}`}
          prefetch={false}
          variant="default"
        >
          Open the project
        </Button>
      </Nothing>
    );
  }
  if (nothing !== null) return <Nothing says={nothing} />;
  if (trend.error) return <LoadError what="The trend" error={trend.error} onRetry={() => void trend.refetch()} />;
  if (shown.cutsError) {
    return <LoadError what="A group's line" error={shown.cutsError} onRetry={() => void trend.refetch()} />;
  }
  if (extent.error && !wish) {
    return <LoadError what="The project's questions" error={extent.error} onRetry={() => void extent.refetch()} />;
  }
  if (shown.isStopped) {
    return (
      <Nothing says="The trend is not being read.">
        <Button variant="default" onClick={shown.readAgain}>
          Read it
        </Button>
      </Nothing>
    );
  }
  if (!shown.questions || !showsFigures) return <BeingRead cancel={shown.cancel} />;
  const { isOld, isCompared } = shown;
  return (
    <>
      {isCompared && other.error && (
        <LoadError what="The comparison" error={other.error} onRetry={() => void other.refetch()} />
      )}
      <Stack gap="sm" style={{ opacity: isOld ? 0.6 : 1, transition: "opacity 120ms" }} aria-busy={isOld}>
        {children}
      </Stack>
    </>
  );
}

const hasLeftOut = ({ exclusions }: TrendShown) =>
  exclusions !== null && exclusions.excluded > 0 && !exclusions.isIncluded;

const hasNothing = ({ choices, here }: TrendShown) => choices.length === 0 && here.length === 0;

/** Why no chart can be drawn, and what would change that; null: it can, or may. */
export function nothingOf(state: TrendState, shown: TrendShown): string | null {
  const { extent, wish, isReady, lines, choices } = shown;
  if (state.project === null) return "Choose a project to see how its answers move over time.";
  if (!isReady) return null;
  if (lines.length === 0 && extent.data && hasNothing(shown)) {
    return "This project has no questions with answers yet.";
  }
  if (lines.length === 0 && extent.data && choices.length === 0) {
    return "This project has no numeric or scale questions with answers yet. Add a share of the options of another question.";
  }
  if (lines.length === 0 && !extent.isPending && !extent.error) {
    return "Nothing is chosen. Choose questions above, or add a share of options.";
  }
  if (!wish && extent.data?.days === null && hasLeftOut(shown)) {
    return `No response that counts has a time, and some are excluded for quality. Switch on “${INCLUDE_EXCLUDED}” to see them.`;
  }
  if (!wish && extent.data?.days === null) {
    return "These answers have no time. Choose a question under “By”, such as the wave, or import them with a column of times.";
  }
  if (!wish && extent.data) return "Choose a range of days in which the project has answers.";
  if (shown.knowsNoWaves) {
    return "This service does not draw trends by a question. Choose hours, days, months or years under “By”.";
  }
  if (isWithoutLines(shown)) {
    return "This service does not count shares of options. Choose questions that have a mean.";
  }
  return null;
}

const isWithoutLines = ({ questions, missing, trend }: TrendShown) =>
  questions !== null && questions.length === 0 && missing.length > 0 && !trend.isPlaceholderData;

function BeingRead({ cancel }: { cancel: () => void }) {
  const service = useServiceName();
  return (
    <Stack gap="sm" aria-busy>
      <Waiting
        what="The trend is being read."
        explanation={`Trends of ${service} take longer than usual.`}
        cancel={{ run: cancel }}
      />
      {[1, 2].map((key) => (
        <Skeleton key={key} height={300} />
      ))}
    </Stack>
  );
}

/** How what is shown was made, and what a service did not say. */
export function TrendRemarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <Alert color="gray" variant="light" role="note" py="xs">
      {remarks.map((remark) => (
        <Text key={remark} size="xs">
          {remark}
        </Text>
      ))}
    </Alert>
  );
}
