import { decomposed } from "@/lib/contracts/rules/composed";
import type { GuessedColumn } from "./guess-groups";
import { listed } from "./listed";
import { isOfBirth } from "./moments";
import { type ColumnProfile, hasDecimalComma } from "./profile";

/** A column that is taken as a weight, and what says so beside its name. */
export type FoundWeight = {
  column: string;
  mean: number;
  sum: number;
  /** What its numbers are: 1 on average, of a population, or a weight because the file says so. */
  by: "mean" | "population" | "file";
};

export type FoundWeights = {
  found: FoundWeight[];
  /** Numbers above zero that are called a weight, and are neither 1 on average nor of a population: as of persons. */
  unsure: string[];
};

const WORDS = [
  "weights?|weighting|weighted|wt|wgt|wght|weightvar",
  "gewicht|gewichte|gewichtung|gewichtungsfaktor|gewichtungsvariable|hochrechnungsfaktor",
  "poids|ponderation|ponderateur|redressement",
  "pesos?|ponderacion|ponderador",
  "pesi|ponderazione",
].join("|");
/** A column's name may be nothing else than a letter and a number. */
const IN_NAME = new RegExp(`(^|[^a-z])(${WORDS}|w)(\\d*|[^a-z].*)$`, "is");
const IN_TEXT = new RegExp(
  `(?<![a-z])(?:${WORDS}|(?:factor|facteur|fattore) (?:de |d'|di )?(?:expansion|espansione|riporto))(?![a-z])`,
  "i",
);
const POPULATION =
  /(?<![a-z])(?:pop|population|poblacion|popolazione|bevolkerung|gross(?:ed|ing)?|expansion|espansione|extrapolation|hochrechnung\w*|riporto)(?![a-z])/i;
/** What a body or a parcel weighs is in one of these. */
const UNIT =
  /(?<![a-z])(?:kgs?|kilos?|kilograms?|kilogramm|lbs?|pounds?|stones?|grams?|gramm|grammes|gramos|grammi|ounces?|oz|tons?)(?![a-z])/i;
/** Nobody weighs so many kilograms or pounds on average. */
const LEAST_OF_POPULATION = 300;
/** Longer labels say more than what a column is. */
const LONGEST_LABEL = 120;

const plain = (text: string) =>
  decomposed(text.trim())
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .replaceAll("_", " ");

/** Weights by what columns are called, in the languages of missing answers, and what their numbers are. */
export function guessWeights(columns: readonly GuessedColumn[], declared?: string): FoundWeights {
  const found: FoundWeight[] = [];
  const unsure: string[] = [];
  for (const each of columns) {
    const { column, guess } = each;
    const { name, label } = column;
    const isDeclared = name === declared;
    const isNamed = IN_NAME.test(plain(name));
    const isLabelled = !isNamed && isCalledWeight(label ?? "") && hasDecimals(each);
    if (!isDeclared && (!(isNamed || isLabelled) || !isPositive(guess.counted))) continue;
    const sum = sumOf(guess.counted);
    const mean = sum / guess.counted.numbers;
    const by = isDeclared
      ? "file"
      : isAboutOne(mean)
        ? "mean"
        : isOfPopulation(mean, [name, label ?? ""])
          ? "population"
          : null;
    if (by !== null) found.push({ column: name, mean, sum, by });
    else if (isNamed) unsure.push(name);
  }
  return { found, unsure };
}

const isCalledWeight = (label: string) => label.length <= LONGEST_LABEL && IN_TEXT.test(plain(label));

/** A text speaks of weights in questions too, which are answered in whole numbers. */
const hasDecimals = ({ guess }: GuessedColumn) =>
  guess.kind === "numeric" && guess.values.some(({ cell }) => /[.,]\d*[1-9]/.test(String(cell)));

/** Numbers above zero, but for a few. */
function isPositive({ numbers, filled, negative, zero }: ColumnProfile): boolean {
  return numbers > 0 && numbers === filled && negative === 0 && zero <= numbers * 0.05;
}

const sumOf = (profile: ColumnProfile) => (hasDecimalComma(profile) ? profile.commaSum : profile.sum);

/** 1 on average: what weighting makes of a sample. */
const isAboutOne = (mean: number) => mean > 0.8 && mean < 1.25;

function isOfPopulation(mean: number, texts: readonly string[]): boolean {
  const words = texts.map(plain).join(" ");
  if (UNIT.test(words) || texts.some(isOfBirth)) return false;
  return mean >= LEAST_OF_POPULATION || (mean > 1 && POPULATION.test(words));
}

const rounded = (value: number, places: number) => value.toLocaleString("en", { maximumFractionDigits: places });

/**
 * What is said of weights that are new in a project. `isFirst`: nothing was imported before, so that new tables are
 * weighted by the only one until somebody declines that.
 */
export function weightNotes(found: readonly FoundWeight[], unsure: readonly string[], isFirst: boolean): string[] {
  const [first, ...others] = found;
  return [
    ...found.map(({ column, mean, sum, by }) => {
      const why: Record<FoundWeight["by"], string> = {
        mean: `its mean is ${rounded(mean, 2)}`,
        population: `it adds up to ${rounded(sum, 0)}, as of a population`,
        file: "the file says so",
      };
      return `“${column}” is taken as a weight: ${why[by]}. Choose something else for the column if it is none.`;
    }),
    ...(first && isFirst
      ? [
          others.length === 0
            ? `New tables of the project are weighted by “${first.column}”, which “Table defaults” change.`
            : "New tables are unweighted until “Table defaults” say by which of them.",
        ]
      : []),
    ...(unsure.length > 0
      ? [
          `By its name ${listed(unsure)} may be a weight, but its mean is not 1, nor is it of a population: choose Weight if it is one.`,
        ]
      : []),
  ];
}
