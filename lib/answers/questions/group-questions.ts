import { isNotChosen } from "@/lib/answers/columns/not-chosen";
import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import { missingOptions, validOptions } from "@/lib/contracts/rules/answer-cells";
import type { GroupedSource } from "@/lib/stores/clickhouse/rewrite-column";
import { labelKey } from "./join-options";

type New = { id: string; text: string; column: string };
type Grouped = { question: Question; of: GroupedSource[]; problems: string[] };

/**
 * Questions as one multiple-choice question. A question that says only whether something was chosen is an option, called
 * by the question's text; questions that each hold one of several choices share their options.
 */
export function grouped(sources: readonly Question[], { id, text, column }: New): Grouped {
  const problems = sources
    .filter(({ kind }) => kind !== "single" && kind !== "scale" && kind !== "numeric")
    .map((source) => `“${source.id}” holds neither one choice nor a number: it cannot be an option.`);
  if (sources.length < 2) problems.push("Choose at least two questions to group.");
  const isOfMarks = areMarks(sources);
  const { options, of } = isOfMarks ? marks(sources) : choices(sources);
  const [first] = sources;
  const question: Question = {
    ...{ id, text, kind: "multiple", column, options, missing: [], blank: first?.blank ?? "not_asked" },
    ...{ grid: null, derivation: null, version: 1 },
    ...(!isOfMarks && { choiceColumns: sources.map((source) => source.id) }),
  };
  return { question, of, problems };
}

/** Whether each question says only whether something was chosen. */
export const areMarks = (sources: readonly Question[]): boolean =>
  sources.every((source) => source.kind === "numeric" || chosenOptions(source).length === 1);

/** The options of a question that say more than that it was not chosen. */
const chosenOptions = (question: Question): AnswerOption[] =>
  validOptions(question).filter(({ label, cells }) => !isNotChosen(label) && !cells.some(isNotChosen));

/** A column an option: a later file is recognised by the column's name. */
function marks(sources: readonly Question[]): Pick<Grouped, "of"> & Pick<Question, "options"> {
  const parts = partTexts(sources);
  return {
    options: sources.map((source, order) => ({
      ...{ code: order + 1, label: parts[order] || source.id, order, value: null, cells: [source.id] },
    })),
    of: sources.map((before, at): GroupedSource => {
      if (before.kind === "numeric") return { before, unlessZero: at + 1 };
      return { before, codes: chosenOptions(before).map(({ code }) => [code, at + 1] as const) };
    }),
  };
}

/** What the texts of the questions do not share: “Brands: Alder” and “Brands: Birch” are “Alder” and “Birch”. */
function partTexts(sources: readonly Question[]): string[] {
  const texts = sources.map((source) => (source.text || source.id).trim());
  const [first = ""] = texts;
  let end = 0;
  while (end < first.length && texts.every((each) => each[end] === first[end])) end += 1;
  // Only whole words are shared.
  const shared = /^.*[\s:[(/–-]/su.exec(first.slice(0, end))?.[0].length ?? 0;
  const parts = texts.map((each) =>
    each
      .slice(shared)
      .replace(/[\])\s]+$/, "")
      .trim(),
  );
  return parts.every((part) => part !== "") && new Set(parts).size === parts.length ? parts : texts;
}

/** A column a choice: options with equal labels are one. */
function choices(sources: readonly Question[]): Pick<Grouped, "of"> & Pick<Question, "options"> {
  const options = new Map<string, AnswerOption>();
  const of = sources.map(
    (before): GroupedSource => ({
      before,
      codes: validOptions(before).map((option) => {
        const key = labelKey(option);
        const known = options.get(key) ?? { ...option, code: options.size + 1, order: options.size, cells: [] };
        options.set(key, { ...known, cells: [...new Set([...known.cells, ...option.cells])] });
        return [option.code, known.code] as const;
      }),
    }),
  );
  return { options: [...options.values()], of };
}

type Merge = { codes: readonly number[]; into: number };

/** A question in which answers of some options count as another option; their cells go on to mean that one. */
export function merged(question: Question, { codes, into }: Merge): { question: Question; problems: string[] } {
  const gone = new Set(codes);
  const byCode = new Map(question.options.map((option) => [option.code, option]));
  const isMissing = missingOptions(question);
  const unknown = [...codes, into].filter((code) => !byCode.has(code));
  const missing = [...codes, into].filter((code) => isMissing.has(code));
  const problems = [
    ...unknown.map((code) => `“${question.id}” has no option with the code ${code}.`),
    ...missing.map(
      (code) => `“${byCode.get(code)?.label}” of “${question.id}” counts as missing: restore it first, then merge it.`,
    ),
    ...(gone.has(into) ? ["An option cannot be merged into itself."] : []),
  ];
  const cells = codes.flatMap((code) => byCode.get(code)?.cells ?? []);
  const { ranking = [], ...rest } = question;
  const ranked = ranking.filter((code) => !gone.has(code));
  return {
    problems,
    question: {
      ...rest,
      options: question.options
        .filter(({ code }) => !gone.has(code))
        .map((option) => (option.code === into ? { ...option, cells: [...option.cells, ...cells] } : option))
        .toSorted((one, other) => one.order - other.order)
        .map((option, order) => ({ ...option, order })),
      ...(ranked.length > 0 && { ranking: ranked }),
      version: question.version + 1,
    },
  };
}

type Parts = { taken: ReadonlySet<string>; column: () => string };

/** A question for each option of a multiple-choice one that counts as an answer: chosen or not. */
export function optionQuestions(before: Question, { taken, column }: Parts): { question: Question; code: number }[] {
  const used = new Set(taken);
  return validOptions(before)
    .toSorted((one, other) => one.order - other.order)
    .map(({ code, label, cells }) => {
      const named = cells.find((cell) => typeof cell === "string" && !used.has(cell));
      const id =
        typeof named === "string" && named !== "" && named.length <= 200 ? named : freeId(before.id, code, used);
      used.add(id);
      const question: Question = {
        ...{ id, text: label, kind: "single", column: column(), missing: [], blank: before.blank },
        ...{ grid: { id: before.id, text: before.text || before.id }, derivation: null, version: 1 },
        options: [
          { code: 1, label: "Chosen", order: 0, value: 1, cells: [1] },
          { code: 0, label: "Not chosen", order: 1, value: 0, cells: [0] },
        ],
      };
      return { question, code };
    });
}

function freeId(id: string, code: number, used: ReadonlySet<string>): string {
  const base = `${id.slice(0, 180)}_${code}`;
  let free = base;
  for (let more = 2; used.has(free); more++) free = `${base}_${more}`;
  return free;
}
