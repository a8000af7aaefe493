import "server-only";
import { MOST_PROBLEMS } from "@/lib/contracts/bounded";
import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import { getDefinitions } from "@/lib/contracts/interfaces/demand";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import { entryLinkProblem } from "@/lib/contracts/rules/entry-link";
import type { StoredQualification } from "@/lib/stores/postgres/schema/demand";
import { definitions as builtInDefinitions, hasOption, questionById } from "./catalogue";

type Problems = Record<string, string>;

/** The built-in definitions as every reader of the interface reads them. */
export const definitions: Definitions = getDefinitions.reply.parse(builtInDefinitions());

/** Questions and options have to be the catalogue's. */
export function qualificationProblems(quotas: { qualifications?: StoredQualification[] | undefined }[]): Problems {
  const problems: [path: string, sentence: string][] = [];
  for (const [quotaIndex, { qualifications = [] }] of quotas.entries()) {
    for (const [index, qualification] of qualifications.entries()) {
      const problem = qualificationProblem(qualification);
      if (problem === null) continue;
      const path = `respondent_attributes.${quotaIndex}.qualifications.${index}`;
      problems.push([path, `Quota ${quotaIndex + 1}, qualification ${index + 1}: ${problem}`]);
    }
    if (problems.length >= MOST_PROBLEMS) break;
  }
  return Object.fromEntries(problems);
}

function qualificationProblem({ question_id, allowed_option_ids }: StoredQualification): string | null {
  const question = questionById(question_id);
  if (!question) return `there is no question ${question_id}.`;
  const unknown = allowed_option_ids.find((option) => !hasOption(question_id, option));
  return unknown === undefined ? null : `question ${question_id} (${question.name}) has no option ${unknown}.`;
}

/** Reads the out-of-field date in its zone, or says what is wrong with either. */
export function outOfField(date: string, zone: string) {
  const read = readOutOfField(date, zone);
  if ("problem" in read) return { problems: { [read.field]: read.problem } };
  return {
    problems: {},
    columns: { outOfFieldDate: read.local, outOfFieldTimezone: read.zone.name, outOfFieldAt: storable(read.instant) },
  };
}

/** In a western zone the last evening of the year 9999 is in the year 10000, which the driver cannot write. */
const storable = (instant: Date) => new Date(Math.min(instant.getTime(), Date.UTC(9999, 11, 31, 23, 59, 59)));

export function linkProblems(entryLink: string): Problems {
  const problem = entryLinkProblem(entryLink);
  return problem === null ? {} : { entry_link: problem };
}
