import type { Provenance } from "@/lib/contracts/interfaces/pivot";
import type { Format } from "@/lib/tables/format";

/** What became of the data behind a table since, in words; empty: nothing. Responses are net. */
export function dataChanges(was: Provenance, is: Provenance, format: Format): string[] {
  const changes = [...responseChanges(was, is, format), ...weightChanges(was, is), ...questionChanges(was, is, format)];
  if (changes.length > 0 || was.revision === is.revision) return changes;
  return [`the answers are of revision ${is.revision} instead of ${was.revision}`];
}

function responseChanges(was: Provenance, is: Provenance, format: Format): string[] {
  const added = is.responses - was.responses;
  const excluded = is.excluded - was.excluded;
  const n = format.count(Math.abs(added));
  return [
    ...(added === 0
      ? []
      : [`${n} ${Math.abs(added) === 1 ? "response" : "responses"} ${added > 0 ? "added" : "removed"}`]),
    ...(excluded > 0 ? [`${format.count(excluded)} excluded`] : []),
    ...(excluded < 0 ? [`${format.count(-excluded)} no longer excluded`] : []),
    ...(excluded === 0 && areOthers(was, is) ? ["other responses are excluded"] : []),
  ];
}

/** As many are excluded as before, in the same answers, but not the same ones. */
const areOthers = (was: Provenance, is: Provenance): boolean =>
  was.revision === is.revision && was.exclusions !== undefined && was.exclusions !== is.exclusions;

function weightChanges({ weight: was }: Provenance, { weight: is }: Provenance): string[] {
  if (!was || !is) return [];
  if (was.madeAt !== is.madeAt) return ["the weight was made anew"];
  return was.values === is.values ? [] : ["the values of the weight are not the same"];
}

function questionChanges(was: Provenance, is: Provenance, format: Format): string[] {
  const before = new Map(was.questions.map((question) => [question.id, question]));
  const edited = (of: "labels" | "coding") =>
    is.questions.filter((question) => (before.get(question.id)?.[of] ?? question[of]) !== question[of]).length;
  const said = (what: string, n: number) =>
    n === 0 ? [] : [`the ${what} of ${format.count(n)} ${n === 1 ? "question" : "questions"} were edited`];
  return [...said("labels", edited("labels")), ...said("options, values or missing codes", edited("coding"))];
}
