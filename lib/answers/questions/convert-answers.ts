import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import {
  type Conversion,
  type Rewriting,
  readChosen,
  readDistinct,
  readUnfitNumbers,
} from "@/lib/stores/clickhouse/rewrite-column";
import {
  labelRefusal,
  MOST_NUMBER,
  MOST_OPTIONS,
  numberOptions,
  textOptions,
  tooManyOptions,
  unfitNumbers,
  withoutValue,
} from "./change-kind";
import { refuse } from "./questions";

export type Converted = { options: Question["options"]; conversion: Conversion };

/** What the answers become, after a look at all of them; refused with a sentence where one cannot. */
export async function converted(
  from: Rewriting["from"],
  question: Question,
  kind: Question["kind"],
): Promise<Converted> {
  const { id } = question;
  const refuseFor = (problem: string | null) => refuse(problem === null ? [] : [problem]);
  if (question.kind === "numeric") {
    refuseFor(unfitNumbers(id, await readUnfitNumbers(from, question, MOST_NUMBER)));
    const numbers = await readDistinct<number>(from, question, MOST_OPTIONS);
    refuseFor(numbers.length > MOST_OPTIONS ? tooManyOptions(id, "numbers") : null);
    const options = numberOptions(numbers.map(({ value }) => value));
    return { options, conversion: { form: "number to code" } };
  }
  if (question.kind === "open") {
    const texts = (await readDistinct<string>(from, question, MOST_OPTIONS)).map(({ value }) => value);
    refuseFor(texts.length > MOST_OPTIONS ? tooManyOptions(id, "texts") : labelRefusal(id, texts));
    const { options, codes } = textOptions(texts);
    return { options, conversion: { form: "text to code", codes } };
  }
  if (kind === "numeric") {
    refuseFor(withoutValue(question, await readChosen(from, question)));
    return { options: [], conversion: { form: "code to number" } };
  }
  const texts = question.options.map(({ code, label }): [number, string] => [code, label]);
  return { options: [], conversion: { form: "code to text", texts } };
}
