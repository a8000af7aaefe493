import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { questionsQuery } from "@/lib/answers/queries";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { hasMean } from "@/lib/contracts/rules/question-rules";
import type { TrendState } from "@/lib/trends/address";
import { bucketsBy, choicesOf, conditionsBy, linesOf, weightBy } from "@/lib/trends/lines";
import { openingQuestions } from "@/lib/trends/opening-questions";
import { extentQuery } from "@/lib/trends/queries";

const NO_QUESTIONS: Question[] = [];

/** What a project has, and the lines that a state asks for of it. */
export function useTrendLines(state: TrendState, timeZone: string) {
  const { project, questions, groups, shares, includeExcluded } = state;
  const isChosen = project !== null;
  const extent = useQuery({ ...extentQuery(project ?? "", { timeZone, includeExcluded }), enabled: isChosen });
  const known = useQuery({ ...questionsQuery(project ?? ""), enabled: isChosen });
  const here = known.data?.questions ?? NO_QUESTIONS;
  const named = useMemo(() => [...(questions ?? []), ...Object.values(groups).flat()], [questions, groups]);

  const choices = useMemo(() => {
    const ofHere = here.filter(hasMean).map(({ id }) => id);
    // What cannot be asked for is believed.
    return choicesOf(extent.data?.questions ?? [...new Set(extent.error ? [...ofHere, ...named] : ofHere)], here);
  }, [extent.data, extent.error, here, named]);

  const isSettled = known.data !== undefined || known.error !== null;
  const isNamed = questions !== null && named.every((id) => choices.some((choice) => choice.id === id));
  // Which questions have a mean is known before how far their answers reach; a link that names them need not wait.
  const isReady = isChosen && isSettled && (isNamed || extent.data !== undefined || extent.error !== null);

  const opening = useMemo(
    () =>
      openingQuestions(
        choices.map(({ id }) => id),
        here,
      ),
    [choices, here],
  );
  const read = useMemo(() => {
    const ids = questions ?? opening;
    return { ids, ...linesOf({ questions: ids, groups, shares }, { choices, questions: here }) };
  }, [questions, opening, groups, shares, choices, here]);
  const buckets = useMemo(() => bucketsBy(state.by, { choices, questions: here }), [state.by, choices, here]);
  // Where no question stands here, another service has the answers and their weights.
  const isOurs = here.length > 0;
  const weighting = weightBy(state.weight, isOurs ? (known.data?.weights ?? null) : null);
  const filtering = useMemo(() => conditionsBy(state.filter, isOurs ? here : null), [state.filter, here, isOurs]);
  const opposing = useMemo(() => conditionsBy(state.against, isOurs ? here : null), [state.against, here, isOurs]);
  const cutting = useMemo(
    () => state.cuts.map(({ name, filter }) => ({ name, ...conditionsBy(filter, isOurs ? here : null) })),
    [state.cuts, here, isOurs],
  );
  const cuts = useMemo(() => cutting.map(({ name, items }) => ({ name, filter: items })), [cutting]);
  const notices = [
    ...cutting.flatMap((each) => each.notices),
    ...read.notices,
    ...buckets.notices,
    ...weighting.notices,
    ...filtering.notices,
    ...opposing.notices,
  ];
  return {
    ...{ extent, known, here, choices, opening, ids: read.ids, lines: read.lines, weight: weighting.weight },
    ...{ by: buckets.by, isOrdered: buckets.isOrdered },
    ...{ filter: filtering.items, against: opposing.items, cuts },
    notices: isReady ? [...new Set(notices)] : [],
    isReady,
  };
}
