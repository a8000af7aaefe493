import "server-only";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import * as service from "@/lib/service/quality/interviews";
import { isBuiltIn, named, type QualitySurvey } from "./quality";

/** More would take longer than somebody waits who writes a rule. */
const MOST_PREVIEWED = 5000;
const MOST_ASKED = 1000;

/** The questions of a survey's interviews; null: only our own service tells them. */
export const interviewQuestions = async (survey: QualitySurvey): Promise<service.InterviewQuestion[] | null> =>
  isBuiltIn(survey.context) ? service.interviewQuestions(named(survey), MOST_ASKED) : null;

/** What rules would find among a survey's latest interviews; null: only our own service has them. */
export const previewRules = async (
  survey: QualitySurvey,
  rules: readonly CoherenceRule[],
  signal: AbortSignal,
): Promise<service.RulesEffect | null> =>
  isBuiltIn(survey.context) ? service.previewRules(named(survey), rules, { most: MOST_PREVIEWED, signal }) : null;
