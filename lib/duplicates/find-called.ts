import type { NamedSurvey } from "@/lib/contracts/ours/duplicates";
import { isUuid } from "@/lib/stores/postgres/conditions";

type Called = NamedSurvey & { survey_id: string | null };

/** What a text names: nothing, one survey, or several. */
export type Find = (text: string) => NamedSurvey[];

const nameKey = (text: string) => text.normalize("NFKC").trim().toLowerCase();

/** Surveys by a text, in the order in which they came, each number once. */
class Index {
  private readonly found = new Map<string, NamedSurvey[]>();

  add(key: string, { survey_number, name }: NamedSurvey): void {
    const present = this.found.get(key) ?? [];
    if (present.some((survey) => survey.survey_number === survey_number)) return;
    this.found.set(key, [...present, { survey_number, name }]);
  }

  get = (key: string): NamedSurvey[] | undefined => this.found.get(key);
}

/**
 * Finds surveys by number, id or name. Numbers that differ only in case are different surveys: the exact spelling
 * counts first, and any case only of a UUID and of a name.
 */
export function findAmong(surveys: Called[]): Find {
  const [exact, uuids, names] = [new Index(), new Index(), new Index()];
  for (const survey of surveys) {
    for (const text of [survey.survey_number, survey.survey_id]) {
      if (text === null) continue;
      exact.add(text, survey);
      if (isUuid(text)) uuids.add(text.toLowerCase(), survey);
    }
    if (survey.name !== null) names.add(nameKey(survey.name), survey);
  }
  return (text) =>
    exact.get(text) ?? (isUuid(text) ? uuids.get(text.toLowerCase()) : undefined) ?? names.get(nameKey(text)) ?? [];
}

/** Of these numbers those that surveys have, in the surveys' own spelling, each once, and those that none has. */
export function sortByNumber(numbers: string[], surveys: NamedSurvey[]) {
  const find = findAmong(surveys.map(({ survey_number }) => ({ survey_number, name: null, survey_id: null })));
  const names = new Map(surveys.map(({ survey_number, name }) => [survey_number, name]));
  const found = new Set(numbers.flatMap((number) => find(number).map(({ survey_number }) => survey_number)));
  return {
    surveys: [...found].map((survey_number) => ({ survey_number, name: names.get(survey_number) ?? null })),
    unknown: numbers.filter((number) => find(number).length === 0),
  };
}
