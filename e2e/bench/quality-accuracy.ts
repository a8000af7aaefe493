import { wordsOf } from "@/lib/service/quality/scoring/answer-words";
import { scoreOffTopic } from "@/lib/service/quality/scoring/off-topic";
import { readAnswer } from "@/lib/service/quality/scoring/open-answer";
import { say } from "./figures";
import { benchRandom, readTexts } from "./quality-texts";

/** What the checks of open answers flag on labelled texts: precision, recall and false flags, with 95% intervals. */
export function measureAccuracy(): void {
  for (const row of [...languages(), ...gibberish(), ...answers(), ...offTopic(), ...badLanguage()]) say(`  ${row}`);
}

/** Wilson's interval of a share, in percent: "3 of 100, 3.0% (1.0–8.5)". */
function share(hits: number, all: number): string {
  if (all === 0) return "none";
  const z = 1.96;
  const [p, n] = [hits / all, all];
  const centre = (p + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  const percent = (value: number) => (100 * Math.min(1, Math.max(0, value))).toFixed(1);
  return `${hits} of ${all}, ${percent(p)}% (${percent(centre - half)}–${percent(centre + half)})`;
}

const categoryOf = (answer: string, allowedLanguages: string[] = []) =>
  readAnswer({ question: "", answer, allowedLanguages }, undefined).scored.category;

const flagged = (texts: readonly string[], category: string, allowed: string[] = []): number =>
  texts.filter((text) => categoryOf(text, allowed) === category).length;

type Text = { language: string; kind: string; text: string };
const shortTexts = (): Text[] =>
  readTexts("language-short.csv").map(({ language = "", kind = "", text = "" }) => ({ language, kind, text }));
const distinct = (values: readonly string[]) => [...new Set(values)];

function languages(): string[] {
  const texts = shortTexts();
  const rows = distinct(texts.map(({ kind }) => kind)).flatMap((kind) => {
    const own = texts.filter((text) => text.kind === kind);
    const wrong = own.filter(({ language, text }) => categoryOf(text, [language.toUpperCase()]) === "WRONG_LANGUAGE");
    const others = own.filter(({ language }) => language !== "en");
    const found = others.filter(({ text }) => categoryOf(text, ["EN"]) === "WRONG_LANGUAGE");
    return [
      `wrong language, ${kind}: false flags ${share(wrong.length, own.length)}; found where EN is expected ${share(found.length, others.length)}`,
    ];
  });
  return [...rows, ...byLanguage(texts.filter(({ kind }) => kind === "sentences"))];
}

function byLanguage(sentences: readonly Text[]): string[] {
  return distinct(sentences.map(({ language }) => language)).map((language) => {
    const own = sentences.filter((each) => each.language === language).map(({ text }) => text);
    const others = sentences.filter((each) => each.language !== language).map(({ text }) => text);
    const code = language.toUpperCase();
    const [falseFlags, found] = [flagged(own, "WRONG_LANGUAGE", [code]), flagged(others, "WRONG_LANGUAGE", [code])];
    return `wrong language, sentences, ${code} expected: precision ${share(found, found + falseFlags)}; recall ${share(found, others.length)}; false flags ${share(falseFlags, own.length)}`;
  });
}

const MASHED = ["asdfghjkl", "qwertyuiop", "jkdhfksjdhf", "sdfgsdfg", "lkjhgfdsa"];
const RANDOM_STRINGS = 2000;

function gibberish(): string[] {
  const random = benchRandom(3);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const strings = Array.from({ length: RANDOM_STRINGS }, () =>
    Array.from({ length: random.whole(5, 15) }, () => random.pick([...letters])).join(""),
  );
  const texts = shortTexts();
  const words = texts.filter(({ kind }) => kind === "single-words");
  const of = (name: string, list: readonly string[]) =>
    `gibberish, ${name}: ${share(flagged(list, "GIBBERISH"), list.length)}`;
  const [found, falsely] = [strings, words.map(({ text }) => text)].map((list) => flagged(list, "GIBBERISH"));
  const labelled = readTexts("strings-real-or-random.csv");
  const stringsOf = (real: string) => labelled.filter((row) => row.real === real).map((row) => row.string ?? "");
  return [
    of("random strings of 5 to 15 letters", strings),
    `gibberish, precision among these strings and the single words: ${share(found ?? 0, (found ?? 0) + (falsely ?? 0))}`,
    of("mashed keys", MASHED),
    of("random identifiers", stringsOf("n")),
    of("real identifiers, several words joined (false)", stringsOf("y")),
    ...distinct(texts.map(({ kind }) => kind)).map((kind) =>
      of(
        `${kind} (false)`,
        texts.filter((text) => text.kind === kind).map(({ text }) => text),
      ),
    ),
    ...distinct(words.map(({ language }) => language)).map((language) =>
      of(
        `single words, ${language.toUpperCase()} (false)`,
        words.filter((text) => text.language === language).map(({ text }) => text),
      ),
    ),
  ];
}

function answers(): string[] {
  const rows = readTexts("open-answers-valid-invalid.csv").map(({ text = "", invalid }) => ({
    category: categoryOf(text, ["EN"]),
    isInvalid: invalid === "1",
  }));
  const [valid, invalid] = [rows.filter((row) => !row.isInvalid), rows.filter((row) => row.isInvalid)];
  const found = invalid.filter(({ category }) => category === "NO_ANSWER").length;
  const falsely = valid.filter(({ category }) => category === "NO_ANSWER").length;
  const any = valid.filter(({ category }) => category !== "VALID_ANSWER").length;
  return [
    `no answer, EN: precision ${share(found, found + falsely)}; recall of invalid ones ${share(found, invalid.length)}; false flags ${share(falsely, valid.length)}`,
    `any category, valid open answers, EN (false): ${share(any, valid.length)}`,
  ];
}

const OTHERS = 60;

/** Answers to three open questions: each held against others to its own question, and against those to another. */
function offTopic(): string[] {
  const questions = {
    memories: readTexts("open-answers-valid-invalid.csv").flatMap(({ text = "", invalid }) =>
      invalid === "0" ? [text] : [],
    ),
    "who is Gordon Brown": readTexts("anes2008-who-is-gordon-brown.csv").map(({ verbatim = "" }) => verbatim),
    "why Obama was nominated": readTexts("anes2008-why-obama-nominated.csv").map(({ verbatim = "" }) => verbatim),
  };
  const read = Object.entries(questions).map(([name, texts]) => ({
    name,
    answers: texts.map(wordsOf).filter((words) => words.length >= 4),
  }));
  return read.flatMap(({ name, answers }) => {
    const others = answers.slice(0, OTHERS).map((words) => words.join(" "));
    const flags = (list: readonly string[][]) =>
      list.filter((words) => scoreOffTopic(words, { question: "", keywords: [], others }) !== null).length;
    const own = answers.slice(OTHERS);
    return read.map((other) => {
      const list = other.name === name ? own : other.answers;
      const what = other.name === name ? "its own answers (false)" : `answers to “${other.name}”`;
      return `off topic, “${name}”: ${what} ${share(flags(list), list.length)}`;
    });
  });
}

/** Labels of tweets that nobody was abusive in. */
const CLEAN = new Set(["OTHER", "NONE", "NORMAL"]);

function badLanguage(): string[] {
  const rows = readTexts("bad-language-labelled.csv");
  return distinct(rows.map(({ language = "" }) => language)).map((language) => {
    const own = rows.filter((row) => row.language === language);
    const hits = (clean: boolean) => {
      const texts = own.filter(({ label = "" }) => CLEAN.has(label) === clean).map(({ text = "" }) => text);
      return { found: flagged(texts, "BAD_LANGUAGE", [language.toUpperCase()]), all: texts.length };
    };
    const [bad, clean] = [hits(false), hits(true)];
    return `bad language, tweets, ${language.toUpperCase()}: precision ${share(bad.found, bad.found + clean.found)}; recall ${share(bad.found, bad.all)}; false flags ${share(clean.found, clean.all)}`;
  });
}
