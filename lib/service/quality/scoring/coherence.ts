import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import { checkRule } from "./account-rules";
import { numberOf } from "./interview-number";
import { notScored, type Scored } from "./scored";

export type InterviewEntry = { questionId?: string | undefined; question: string; answer: string | number };

type Fact = "age" | "birthYear" | "workYears" | "gender";

/** Questions whose answers are compared, as English, German, French and Spanish surveys word them. */
const askedBy: Record<Fact, RegExp> = {
  age: /\bhow old are you\b|^\W*(what is |please enter |enter )?your (current )?age\b(?! (when|at))|wie alt sind sie\b|quel âge avez-vous|cuántos años tiene (usted)?\W*$/i,
  birthYear:
    /\byear (were you born|of (your )?birth)\b|\bbirth year\b|geburtsjahr|année de naissance|año de nacimiento/i,
  workYears:
    /\bhow many years (have you (been )?work|of (work|professional) experience)|wie viele jahre (arbeiten sie|berufserfahrung)|combien d'années travaillez-vous|cuántos años (lleva trabajando|ha trabajado)/i,
  gender:
    /\bwhat is your (gender|sex)\b|^\W*your (gender|sex)\W*$|\bihr geschlecht\b|\bvotre (sexe|genre)\b|\bsu (sexo|género)\b/i,
};

/** Nobody works before; who says so has counted something else or is not attentive. */
const FIRST_WORK_AGE = 10;

/** What surveys call the two genders that they all offer; any other answer is compared with none. */
const genderNames: Readonly<Record<string, readonly string[]>> = {
  male: ["male", "m", "man", "männlich", "mann", "homme", "masculin", "hombre", "masculino"],
  female: ["female", "f", "w", "woman", "weiblich", "frau", "femme", "féminin", "mujer", "femenino"],
};
const genderOf = (answer: string | number): string | null =>
  Object.keys(genderNames).find((gender) => genderNames[gender]?.includes(String(answer).trim().toLowerCase())) ?? null;

/** Attributes by which a survey platform says what it knows of a respondent, such as what qualified them. */
const attributeNames: Readonly<Record<string, Fact>> = {
  age: "age",
  gender: "gender",
  sex: "gender",
  birth_year: "birthYear",
  birthyear: "birthYear",
  year_of_birth: "birthYear",
};

export type Interview = {
  entries: readonly InterviewEntry[];
  /** Of the interview. */
  year: number;
  attributes?: Readonly<Record<string, string>> | null;
  rules?: readonly CoherenceRule[];
};

/**
 * Explicit contradictions: between two ages, age and year of birth, age and years of work, two genders, and by the rules
 * of the account. What the respondent's attributes say (age, gender, birth_year), by which a survey qualifies them, counts
 * as answered.
 *
 * Source: our rules and the account's, each with its two answers as evidence. Limits: of ours, knows those four alone, in
 * four languages, and only where one number is the answer; anything subtler is not judged. One contradiction may be a
 * slip of the finger.
 */
export function scoreCoherence({ entries, year, attributes, rules = [] }: Interview): Scored {
  const known = Object.entries(attributes ?? {});
  const answersTo = (fact: Fact) => [
    ...entries.filter(({ question }) => askedBy[fact].test(question)).map(({ answer }) => answer),
    ...known.filter(([name]) => attributeNames[name.trim().toLowerCase()] === fact).map(([, value]) => value),
  ];
  const numbersTo = (fact: Fact) =>
    answersTo(fact)
      .map(numberOf)
      .filter((value) => value !== null);
  const [ages, births, works] = [numbersTo("age"), numbersTo("birthYear"), numbersTo("workYears")];
  const genders = answersTo("gender").flatMap((answer) => genderOf(answer) ?? []);
  const problems: string[] = [];
  let compared = 0;
  const compare = (isPossible: boolean, contradicts: boolean, problem: string) => {
    if (!isPossible) return;
    compared += 1;
    if (contradicts) problems.push(problem);
  };
  const [youngest, oldest] = [Math.min(...ages), Math.max(...ages)];
  compare(ages.length > 1, oldest - youngest > 1, `Two ages: ${youngest} and ${oldest}`);
  // Where there are two ages, the one that fits best counts.
  for (const birth of births) {
    const off = Math.min(...ages.map((age) => Math.abs(year - birth - age)));
    compare(ages.length > 0, off > 2, `Age ${oldest}, but born in ${birth}`);
  }
  for (const work of works) {
    compare(ages.length > 0, work > oldest - FIRST_WORK_AGE, `Age ${oldest}, but ${work} years of work`);
  }
  const distinct = [...new Set(genders)].sort();
  compare(genders.length > 1, distinct.length > 1, `Two genders: ${distinct.join(" and ")}`);
  for (const { isCompared, problem } of rules.map((rule) => checkRule(rule, entries))) {
    compare(isCompared, problem !== null, problem ?? "");
  }
  if (compared === 0) return notScored("No two answers that a rule compares");
  if (problems.length === 0) return { score: 100, reason: "No contradiction" };
  return { score: problems.length === 1 ? 40 : 15, reason: problems.join("; ") };
}
