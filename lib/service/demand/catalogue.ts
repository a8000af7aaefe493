import { timeZones } from "@/lib/contracts/calendar/time-zones";
import type { BuiltInDefinitions, BuiltInQuestion } from "@/lib/contracts/interfaces/demand";
import {
  calculationTypes,
  deviceTypes,
  surveyStatuses,
  trafficControlLimits,
} from "@/lib/contracts/interfaces/survey-fields";
import { type CountryCode, incomes, marketAreas, postalAreas, REFUSED, regions, states } from "./catalogue-places";

/** Lookup values of the built-in demand service: countries, languages, and the questions quotas can screen on. */

type Language = { name: string; code: string };
export type Country = { name: string; code: CountryCode; language_options: Language[] };

const english: Language = { name: "English", code: "EN" };
const spanish: Language = { name: "Spanish", code: "ES" };
const french: Language = { name: "French", code: "FR" };
const german: Language = { name: "German", code: "DE" };
const italian: Language = { name: "Italian", code: "IT" };

// An option's id follows from its country's place in this list: append only.
export const countries: readonly Country[] = [
  { name: "United States", code: "US", language_options: [english, spanish] },
  { name: "United Kingdom", code: "GB", language_options: [english] },
  { name: "Germany", code: "DE", language_options: [german, english] },
  { name: "France", code: "FR", language_options: [french, english] },
  { name: "Spain", code: "ES", language_options: [spanish, english] },
  { name: "Italy", code: "IT", language_options: [italian, english] },
  { name: "Canada", code: "CA", language_options: [english, french] },
  { name: "Australia", code: "AU", language_options: [english] },
];

export const questionIds = {
  age: 1,
  gender: 2,
  postal: 3,
  state: 5,
  marketArea: 6,
  region: 8,
  employment: 17,
  income: 73,
} as const;

type Option = BuiltInQuestion["options"][number];
type OwnText = Record<string, { text: string; options?: readonly string[] }>;
type Source = Omit<BuiltInQuestion, "options"> & {
  options: Option[] | Map<string, Option[]>;
  /** By language code; a language without an entry is asked in English. */
  translations: OwnText;
};

const MIN_AGE = 13;
export const MAX_AGE = 99;

/** Room for a country's list to grow without touching its neighbour's ids. */
const IDS_PER_COUNTRY = 1000;

function byCountry(firstId: number, lists: Partial<Record<CountryCode, readonly string[]>>): Map<string, Option[]> {
  const perCountry = countries.flatMap(({ code }, country): [string, Option[]][] => {
    const start = firstId + country * IDS_PER_COUNTRY;
    const list = lists[code];
    return list ? [[code, list.map((text, index) => ({ id: start + index, text }))]] : [];
  });
  return new Map(perCountry);
}

const ages = Array.from({ length: MAX_AGE - MIN_AGE + 1 }, (_, index) => ({
  id: MIN_AGE + index,
  text: String(MIN_AGE + index),
}));

const numbered = (firstId: number, texts: readonly string[]): Option[] =>
  texts.map((text, index) => ({ id: firstId + index, text }));

const questions: readonly Source[] = [
  {
    id: questionIds.age,
    name: "Age",
    text: "How old are you?",
    type: "numeric",
    options: ages,
    translations: {
      DE: { text: "Wie alt sind Sie?" },
      FR: { text: "Quel âge avez-vous ?" },
      ES: { text: "¿Cuántos años tiene?" },
      IT: { text: "Quanti anni ha?" },
    },
  },
  {
    id: questionIds.gender,
    name: "Gender",
    text: "What is your gender?",
    type: "single",
    options: numbered(1, ["Male", "Female"]),
    translations: {
      DE: { text: "Welches Geschlecht haben Sie?", options: ["Männlich", "Weiblich"] },
      FR: { text: "Quel est votre sexe ?", options: ["Homme", "Femme"] },
      ES: { text: "¿Cuál es su sexo?", options: ["Hombre", "Mujer"] },
      IT: { text: "Qual è il suo sesso?", options: ["Uomo", "Donna"] },
    },
  },
  {
    id: questionIds.postal,
    name: "Postal",
    text: "What is your postal code?",
    type: "single",
    options: byCountry(300_001, postalAreas),
    translations: {
      DE: { text: "Wie lautet Ihre Postleitzahl?" },
      FR: { text: "Quel est votre code postal ?" },
      ES: { text: "¿Cuál es su código postal?" },
      IT: { text: "Qual è il suo codice postale?" },
    },
  },
  {
    id: questionIds.state,
    name: "State",
    text: "In which state or province do you live?",
    type: "single",
    options: byCountry(500_001, states),
    translations: {
      DE: { text: "In welchem Bundesland wohnen Sie?" },
      FR: { text: "Dans quelle région ou province habitez-vous ?" },
      ES: { text: "¿En qué estado o comunidad autónoma vive?" },
      IT: { text: "In quale regione vive?" },
    },
  },
  {
    id: questionIds.marketArea,
    name: "DMA",
    text: "In which market area do you live?",
    type: "single",
    options: byCountry(600_001, marketAreas),
    translations: { ES: { text: "¿En qué área de mercado vive?" } },
  },
  {
    id: questionIds.region,
    name: "Region",
    text: "In which region do you live?",
    type: "single",
    options: byCountry(800_001, regions),
    translations: {
      DE: { text: "In welcher Region wohnen Sie?" },
      FR: { text: "Dans quelle région habitez-vous ?" },
      ES: { text: "¿En qué región vive?" },
      IT: { text: "In quale zona vive?" },
    },
  },
  {
    id: questionIds.employment,
    name: "Employment",
    text: "What is your employment status?",
    type: "single",
    options: numbered(17_001, [
      "Employed full-time",
      "Employed part-time",
      "Self-employed",
      "Looking for work",
      "Student",
      "Retired",
      "Homemaker",
      "Unable to work",
      REFUSED,
    ]),
    translations: {
      DE: {
        text: "Sind Sie berufstätig?",
        options: [
          "Vollzeit beschäftigt",
          "Teilzeit beschäftigt",
          "Selbstständig",
          "Arbeit suchend",
          "In Ausbildung oder Studium",
          "Im Ruhestand",
          "Im Haushalt tätig",
          "Erwerbsunfähig",
          "Keine Angabe",
        ],
      },
      FR: {
        text: "Quelle est votre situation professionnelle ?",
        options: [
          "Salarié à temps plein",
          "Salarié à temps partiel",
          "Indépendant",
          "En recherche d'emploi",
          "Étudiant",
          "Retraité",
          "Au foyer",
          "En incapacité de travailler",
          "Je préfère ne pas répondre",
        ],
      },
      ES: {
        text: "¿Cuál es su situación laboral?",
        options: [
          "Empleado a tiempo completo",
          "Empleado a tiempo parcial",
          "Autónomo",
          "En busca de empleo",
          "Estudiante",
          "Jubilado",
          "Labores del hogar",
          "Incapacitado para trabajar",
          "Prefiero no responder",
        ],
      },
      IT: {
        text: "Qual è la sua situazione lavorativa?",
        options: [
          "Dipendente a tempo pieno",
          "Dipendente a tempo parziale",
          "Lavoratore autonomo",
          "In cerca di lavoro",
          "Studente",
          "Pensionato",
          "Casalinga o casalingo",
          "Inabile al lavoro",
          "Preferisco non rispondere",
        ],
      },
    },
  },
  {
    id: questionIds.income,
    name: "Household income",
    text: "What is your household's yearly income before taxes?",
    type: "single",
    options: byCountry(730_001, incomes),
    translations: {
      DE: { text: "Wie hoch ist das jährliche Bruttoeinkommen Ihres Haushalts?" },
      FR: { text: "Quel est le revenu annuel brut de votre foyer ?" },
      ES: { text: "¿Cuáles son los ingresos brutos anuales de su hogar?" },
      IT: { text: "Qual è il reddito annuo lordo della sua famiglia?" },
    },
  },
];

/** The answer of who prefers not to say, which questions without translated options have too. */
const refusedIn: Record<string, string> = {
  DE: "Keine Angabe",
  FR: "Je préfère ne pas répondre",
  ES: "Prefiero no responder",
  IT: "Preferisco non rispondere",
};

/** Every country's options in one list; a text that several countries share says whose it is. */
function everywhere(options: Map<string, Option[]>): Option[] {
  const uses = new Map<string, number>();
  for (const { text } of [...options.values()].flat()) uses.set(text, (uses.get(text) ?? 0) + 1);
  return countries.flatMap(({ code, name }) =>
    (options.get(code) ?? []).map(({ id, text }) => ({ id, text: uses.get(text) === 1 ? text : `${text} (${name})` })),
  );
}

function present(source: Source, countryCode?: string, languageCode?: string): BuiltInQuestion {
  const { options, translations, ...question } = source;
  const shown = Array.isArray(options)
    ? options
    : countryCode === undefined
      ? everywhere(options)
      : (options.get(countryCode) ?? []);
  const own = languageCode === undefined ? undefined : translations[languageCode];
  const refused = languageCode === undefined ? undefined : refusedIn[languageCode];
  const ownText = (text: string, index: number) =>
    own?.options?.[index] ?? (text === REFUSED ? refused : undefined) ?? text;
  return {
    ...question,
    text: own?.text ?? question.text,
    options: shown.map(({ id, text }, index) => ({ id, text: ownText(text, index) })),
  };
}

/**
 * The questions as they are asked in a country and a language (upper-case codes, as in `countries`). With a
 * country, questions without an answer there are left out; without one, options of all countries are listed.
 * Texts that have no translation are English.
 */
export function listQuestions({ countryCode, languageCode }: { countryCode?: string; languageCode?: string } = {}) {
  const all = questions.map((source) => present(source, countryCode, languageCode));
  return all.filter(({ options }) => options.length > 0);
}

const inEnglish = new Map(questions.map((source) => [source.id, present(source)]));
const optionIds = new Map([...inEnglish].map(([id, { options }]) => [id, new Set(options.map((option) => option.id))]));

/** The question in English with the options of all countries. */
export const questionById = (id: number): BuiltInQuestion | undefined => inEnglish.get(id);

/** Whether the question has the option, in any country. */
export const hasOption = (questionId: number, optionId: number): boolean =>
  optionIds.get(questionId)?.has(optionId) ?? false;

const named = (name: string) => ({ name });

/** The values a survey's fields may take. */
export function definitions(): BuiltInDefinitions {
  return {
    survey_attributes: {
      countries: countries.map((country) => ({
        ...country,
        language_options: country.language_options.map((option) => ({ ...option })),
      })),
      time_zones: timeZones.map(({ name }) => ({ name })),
      calculation_types: calculationTypes.map(named),
      traffic_control_limits: trafficControlLimits.map(named),
      statuses: surveyStatuses.map(named),
      device_compatibilities: deviceTypes.map(named),
    },
  };
}
