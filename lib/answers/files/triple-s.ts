import { SaxesParser } from "saxes";
import { missingText, readMissing } from "@/lib/answers/questions/prepare-missing";
import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import { AppError } from "@/lib/http/problem";

/**
 * Triple-S, the survey industry's XML for the variables of a data file (triple-s.org, versions 1.1 to 3.0). Missing codes
 * of a number are its special values: values beside its range. Of other questions the format has none; all of them, with
 * their kinds and ranges, also stand in a processing instruction (`<?fieldwork-missing 97 (not asked), 98..99?>`), which
 * other programs pass over.
 */
type Variable = {
  id: string;
  text: string;
  options: AnswerOption[];
  missing: MissingCode[];
};

const MISSING = "fieldwork-missing";
/** What has options; values of the others are special ones. */
const HAS_OPTIONS = new Set(["single", "multiple", "logical"]);

const MOST_CHARACTERS = 50_000_000;
const WHERE_TEXT_IS = new Set(["name", "label", "value"]);

/** The variables that a Triple-S file describes; throws a sentence where it is none. */
export function readTripleS(xml: string): Variable[] {
  if (xml.length > MOST_CHARACTERS) throw new AppError("invalid", "The file is larger than 50 million characters.");
  const variables: Variable[] = [];
  const path: string[] = [];
  let isTripleS = false;
  let variable: (Variable & { type: string; written: string }) | null = null;
  let option: AnswerOption | null = null;
  let text = "";
  let other = "";
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new AppError("invalid", "The file has a document type, which Triple-S files do not have.");
  });
  parser.on("error", (error) => {
    throw new AppError("invalid", `The file is not well-formed XML: ${error.message.slice(0, 200)}.`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    if (name === "sss") isTripleS = true;
    if (name === "variable") {
      const { ident: id = "", type = "single" } = attributes;
      variable = { id, type, text: "", options: [], missing: [], written: "" };
    }
    if (WHERE_TEXT_IS.has(name)) [text, other] = ["", ""];
    if (name === "value" && variable) option = newOption(attributes, variable.options.length);
  });
  // Texts for other modes and languages stand inside; the first is taken where there is no other.
  const add = (found: string) => {
    if (path.at(-1) === "text" || path.at(-1) === "br") other += found;
    else text += found;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("processinginstruction", ({ target, body }) => {
    if (target === MISSING && variable) variable.written = plain(body);
  });
  parser.on("closetag", ({ name }) => {
    path.pop();
    if (!variable) return;
    const words = (text.trim() || other.trim()).replace(/\s+/g, " ");
    if (name === "name" && path.at(-1) === "variable") variable.id = words || variable.id;
    if (name === "label" && path.at(-1) === "variable") variable.text = words;
    if (name === "value" && option) variable.options.push({ ...option, label: words || option.label });
    if (name === "value") option = null;
    if (name === "variable" && variable.id !== "") variables.push(withMissing(variable));
    if (name === "variable") variable = null;
  });
  parser.write(xml).close();
  if (!isTripleS) throw new AppError("invalid", "The file is no Triple-S file: it has no element “sss”.");
  return variables;
}

function withMissing({ type, written, ...variable }: Variable & { type: string; written: string }): Variable {
  const { id, options } = variable;
  const special = HAS_OPTIONS.has(type)
    ? []
    : options.flatMap(({ label, cells: [cell = ""] }): MissingCode[] => [{ cell, kind: "no_answer", label }]);
  const missing = written === "" ? special : readMissing(written, special);
  if (typeof missing === "string") {
    throw new AppError("invalid", `The missing codes of “${id}” in the file cannot be read. ${missing}`);
  }
  return { ...variable, missing, ...(!HAS_OPTIONS.has(type) && { options: [] }) };
}

function newOption(attributes: Record<string, string>, order: number): AnswerOption {
  const { code = "", score = "" } = attributes;
  const value = score === "" ? Number.NaN : Number(score);
  return { code: order, label: code, order, value: Number.isFinite(value) ? value : null, cells: [code] };
}

type Type = "quantity" | "single" | "multiple" | "character" | "date";

const types: Record<Question["kind"], Type> = {
  ...{ numeric: "quantity", scale: "single", single: "single" },
  ...{ multiple: "multiple", open: "character", date: "date" },
};

/** The questions as a Triple-S file of version 2.0, each one column of a CSV file with a line of names. */
export function writeTripleS(questions: readonly Question[], title: string): string {
  const variables = questions.map((question, at) => {
    const options = question.options.toSorted((one, other) => one.order - other.order);
    const codes = codesOf(options);
    const values = [
      ...options.map((option) => valueXml(option, codes.get(option.code) ?? 0)),
      ...(question.kind === "numeric" && options.length === 0 ? specialValues(question.missing) : []),
    ];
    const missing = missingText(question.missing);
    const size = question.kind === "open" ? "<size>4000</size>" : "";
    const list = values.length > 0 ? `<values>\n${values.join("\n")}\n</values>` : size;
    return [
      `<variable ident="${at + 1}" type="${types[question.kind]}">`,
      `<name>${escaped(question.id)}</name>`,
      `<label>${labelXml(question)}</label>`,
      `<position start="${at + 1}"/>`,
      ...(list === "" ? [] : [list]),
      ...(missing === "" ? [] : [`<?${MISSING} ${escaped(missing)}?>`]),
      "</variable>",
    ].join("\n");
  });
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<sss version="2.0">', "<survey>"];
  const record = `<record ident="A" format="csv" skip="1">\n${variables.join("\n")}\n</record>`;
  return [...lines, `<title>${escaped(title)}</title>`, record, "</survey>", "</sss>", ""].join("\n");
}

/** Missing codes that are numbers, as a quantity can have them. */
const specialValues = (missing: readonly MissingCode[]): string[] =>
  missing.flatMap((code) => {
    if (!("cell" in code) || numberOf(code.cell) === null) return [];
    return [`<value code="${escaped(missingKey(code))}">${escaped(code.label || missingKey(code))}</value>`];
  });

/** What a file of these questions lacks, a sentence each: the format has no place for it. */
export function tripleSNotices(questions: readonly Question[]): string[] {
  const derived = questions.filter(({ derivation }) => derivation !== null).length;
  const coded = questions.some(({ missing, kind }) => missing.length > 0 && kind !== "numeric");
  return [
    ...(derived > 0
      ? [
          derived === 1
            ? "1 question that is made of others is written as what it gives, without its formula."
            : `${derived.toLocaleString("en")} questions that are made of others are written as what they give, without their formulas.`,
        ]
      : []),
    ...(coded ? ["Other programs read missing codes of numbers alone, without ranges."] : []),
  ];
}

/** Of a grid's row the text alone is its label; an interview shows the grid's before it. */
function labelXml({ id, text, grid }: Question): string {
  const label = text || id;
  return grid ? `${escaped(label)}<text mode="interview">${escaped(`${grid.text} ${label}`)}</text>` : escaped(label);
}

const WHOLE = /^\d{1,9}$/;

/**
 * The file's own whole numbers, by which the options are known when this is read again; other options get the store's
 * code, or one that no option has.
 */
function codesOf(options: readonly AnswerOption[]): Map<number, number> {
  const wholes = ({ cells }: AnswerOption) => cells.map(cellKey).filter((key) => WHOLE.test(key));
  const own = new Map(options.map((option) => [option.code, wholes(option)] as const));
  const taken = new Set([...own.values()].flat().map(Number));
  let next = Math.max(0, ...taken, ...options.map(({ code }) => code));
  const free = (code: number) => {
    const given = taken.has(code) ? ++next : code;
    taken.add(given);
    return given;
  };
  return new Map(options.map(({ code }) => [code, Number(own.get(code)?.[0] ?? free(code))]));
}

const valueXml = ({ label, value }: AnswerOption, code: number): string =>
  `<value code="${code}"${value === null ? "" : ` score="${value}"`}>${escaped(label)}</value>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** XML has no other control characters than tab and line ends. */
const NO_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const plain = (text: string): string =>
  Object.entries(entities).reduceRight((left, [sign, entity]) => left.replaceAll(entity, sign), text);

const escaped = (text: string): string => text.replace(NO_XML, "").replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
