import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import { LEAST_OF_GRID, mostMapped } from "@/lib/contracts/terms/scoring-feed";
import { isSessionSurvey } from "./session-survey";

/** More pairs of the interview cost more. */
const USUAL_INTERVIEW = 100;

/** What is known of a session is not an answer that could contradict another. */
const isOfSession = ({ id }: Question) => id.startsWith("session_");

const isChoice = ({ kind }: Question) => kind === "single" || kind === "scale" || kind === "multiple";
const isOneChoice = ({ kind }: Question) => kind === "single" || kind === "scale";

/** Which questions are given to which check, as their kinds suggest it. `hasEnds`: it is known when responses ended. */
export function suggestMapping(
  questions: readonly Question[],
  { surveyId, hasEnds }: { surveyId: string | null; hasEnds: boolean },
): FeedMapping {
  const asked = questions.filter((question) => question.derivation === null && !isOfSession(question));
  const open = asked.filter(({ kind }) => kind === "open").slice(0, mostMapped.open);
  const interview = asked.filter((question) => isChoice(question) || question.kind === "numeric");
  return {
    survey_id: surveyId,
    open: open.map(({ id }) => ({ question_id: id, keywords: [], allowed_languages: [], finds_duplicates: true })),
    times: hasEnds ? [{ question_id: null, unit: "milliseconds" }] : [],
    grids: gridsOf(asked).slice(0, mostMapped.grids),
    interview: interview.slice(0, USUAL_INTERVIEW).map(({ id }) => id),
  };
}

function gridsOf(questions: readonly Question[]): FeedMapping["grids"] {
  const members = new Map<string, string[]>();
  for (const question of questions) {
    if (!question.grid || !isOneChoice(question)) continue;
    const { id } = question.grid;
    members.set(id, [...(members.get(id) ?? []), question.id]);
  }
  return [...members]
    .filter(([, ids]) => ids.length >= LEAST_OF_GRID)
    .map(([id, question_ids]) => ({ name: id.slice(0, 200), question_ids }));
}

const NO_SURVEY = "Choose the survey whose respondents the responses become.";

type Fits = (question: Question) => boolean;

/** Why responses cannot be scored by a mapping, a sentence each: questions may have gone, or have another kind, since. */
export function mappingProblems(
  { survey_id, open, times, grids, interview }: FeedMapping,
  questions: readonly Question[],
): string[] {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const wrong = (ids: readonly string[], fits: Fits, what: string) =>
    ids.flatMap((id) => {
      const question = byId.get(id);
      if (!question) return [`This project has no question “${id}” any more. Take it out of the mapping.`];
      return fits(question) ? [] : [`“${id}” is not ${what}. Take it out of the mapping.`];
    });
  const isNothing = open.length + times.length + grids.length + interview.length === 0;
  const stated = times.flatMap(({ question_id: id }) => id ?? []);
  const ofGrids = grids.flatMap(({ question_ids: ids }) => ids);
  return [
    ...(survey_id === null && !questions.some(isSessionSurvey) ? [NO_SURVEY] : []),
    ...(isNothing ? ["Choose at least one question, or the time that responses took."] : []),
    ...wrong(
      open.map(({ question_id: id }) => id),
      ({ kind }) => kind === "open",
      "answered in words",
    ),
    ...wrong(stated, ({ kind, derivation }) => kind === "numeric" && derivation === null, "a number"),
    ...wrong(ofGrids, isOneChoice, "a question with one answer from a list"),
    ...wrong(interview, (question) => isChoice(question) || question.kind === "numeric", "a choice or a number"),
    ...twiceIn(
      "The open questions",
      open.map(({ question_id: id }) => id),
    ),
    ...twiceIn(
      "The times",
      times.map(({ question_id: id }) => id ?? "the time of the response"),
    ),
    ...twiceIn(
      "The names of grids",
      grids.map(({ name }) => name),
    ),
    ...twiceIn("The interview", interview),
  ];
}

function twiceIn(what: string, names: readonly string[]): string[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? [] : [`${what}: “${twice}” is there twice. Name it once.`];
}
