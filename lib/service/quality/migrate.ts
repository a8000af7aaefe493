import { createHash } from "node:crypto";
import { answerCategories, categoryName, type QualityVersion, readableCategories } from "@/lib/contracts/terms/quality";
import type { SentPoint, SentRespondent } from "./score-respondent";

/** Respondents of v1 and v2 as v3 takes them, one step of versions after the other. */
type Settings = NonNullable<SentRespondent["cleaningSettings"]>;

/** v1 to v2: every interview entry has a question id; the same text gets the same one, for all respondents. */
export const pointsInV2 = (points: readonly SentPoint[]): SentPoint[] =>
  points.map((point) =>
    point.qualityCheck === "CHS"
      ? { ...point, interviewData: point.interviewData.map((entry) => ({ ...entry, questionId: questionIdOf(entry) })) }
      : point,
  );

function questionIdOf({ questionId, question }: { questionId?: string | undefined; question: string }): string {
  if (questionId !== undefined) return questionId;
  const text = question.normalize("NFKC").trim().replace(/\s+/gu, " ").toLowerCase();
  return `q-${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
}

/** v2 to v3: the categories that settings name are renamed. */
export function settingsInV3(version: QualityVersion, settings: Settings): Settings {
  const { OES } = settings;
  if (!OES?.categories) return settings;
  const names = readableCategories(version);
  const categories = Object.entries(OES.categories).map(([name, rule]) => [names.get(name) ?? name, rule]);
  return { ...settings, OES: { ...OES, categories: Object.fromEntries(categories) } };
}

/** The categories that are named otherwise in v3: this version's name, and v3's. */
export const renamedCategories = (version: QualityVersion) =>
  answerCategories
    .map((category) => ({ category, from: categoryName(version, category), to: category }))
    .filter(({ from, to }) => from !== to);
