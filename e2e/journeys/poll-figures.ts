import { readFileSync } from "node:fs";
import Papa from "papaparse";
import { effectiveBase } from "@/lib/stats/effective-base";
import { twoProportions } from "@/lib/stats/two-proportions";

type Respondent = Record<string, string>;
type Group = { name: string; value: string };

/** Figures of a published poll by plain rules, without the parts of the product that read and count answers. */
export function pollFigures(path: string) {
  const people = Papa.parse<Respondent>(readFileSync(path, "utf8"), { header: true, skipEmptyLines: true }).data;
  const sum = (of: readonly Respondent[], power = 1) =>
    of.reduce((total, { weight }) => total + Number(weight) ** power, 0);

  /** Of a question with one answer, whose codes below 0 and “NA” are none. */
  return (question: string) => {
    const answered = people.filter((person) => Number(person[question]) >= 0);
    const options = [...new Set(answered.map((person) => person[question] ?? ""))].sort();
    const proportion = (option: string, { name, value }: Group) => {
      const sample = answered.filter((person) => person[name] === value);
      const share = sum(sample.filter((person) => person[question] === option)) / sum(sample);
      return { share, count: effectiveBase(sum(sample), sum(sample, 2)) };
    };
    /** The weighted share of an option in a group, and the letters of the others that are significantly lower. */
    const cell = (option: string, group: Group, others: readonly (Group & { letter: string })[]) => {
      const own = proportion(option, group);
      const lower = others.flatMap(({ letter, ...other }) => {
        const test = twoProportions(own, proportion(option, other));
        if (!test || test.z <= 0 || test.p > 0.1) return [];
        return [test.p <= 0.05 ? letter : letter.toLowerCase()];
      });
      return { share: own.share, letters: lower.join("") };
    };
    return { options, answered: answered.length, weighted: sum(answered), cell };
  };
}
