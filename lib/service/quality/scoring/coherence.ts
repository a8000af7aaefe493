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

const numberOf = (answer: string | number): number | null => {
  if (typeof answer === "number") return answer;
  const numbers = answer.match(/\d+/g) ?? [];
  return numbers.length === 1 && (numbers[0]?.length ?? 9) < 5 ? Number(numbers[0]) : null;
};

/** Nobody works before; who says so has counted something else or is not attentive. */
const FIRST_WORK_AGE = 10;

/**
 * Explicit contradictions between answers: two ages, age and year of birth, age and years of work, two genders.
 *
 * Source: our rules, each with its two answers as evidence. Limits: knows those four alone, in four languages, and only
 * where one number is the answer; anything subtler is not judged. One contradiction may be a slip of the finger.
 *
 * @param year the year of the interview
 */
export function scoreCoherence(entries: readonly InterviewEntry[], year: number): Scored {
  const answersTo = (fact: Fact) => entries.filter(({ question }) => askedBy[fact].test(question));
  const numbersTo = (fact: Fact) =>
    answersTo(fact)
      .map(({ answer }) => numberOf(answer))
      .filter((value) => value !== null);
  const [ages, births, works] = [numbersTo("age"), numbersTo("birthYear"), numbersTo("workYears")];
  const genders = [...new Set(answersTo("gender").map(({ answer }) => String(answer).trim().toLowerCase()))];
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
  compare(answersTo("gender").length > 1, genders.length > 1, `Two genders: ${genders.join(" and ")}`);
  if (compared === 0) return notScored("No two answers that a rule compares");
  if (problems.length === 0) return { score: 100, reason: "No contradiction" };
  return { score: problems.length === 1 ? 40 : 15, reason: problems.join("; ") };
}
