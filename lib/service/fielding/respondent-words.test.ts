import { expect, test } from "vitest";
import { listQuestions } from "../demand/catalogue";
import { languageOf, preferredLanguage, respondentLanguages, respondentWords } from "./respondent-words";

/** Every text with its place. */
const textsIn = (value: unknown, path = ""): [string, string][] =>
  typeof value === "string"
    ? [[path, value]]
    : Object.entries(value as object).flatMap(([name, member]) => textsIn(member, `${path}.${name}`));

test("no text of another language is the English one, empty, or twice a title", () => {
  const english = new Map(textsIn(respondentWords.EN));
  for (const language of respondentLanguages) {
    const texts = textsIn(respondentWords[language]);
    expect(texts.map(([path]) => path)).toEqual([...english.keys()]);
    for (const [path, text] of texts) {
      expect(text.trim(), `${language}${path}`).toBe(text);
      expect(text.length, `${language}${path}`).toBeGreaterThan(3);
      if (language !== "EN") expect(text, `${language}${path}`).not.toBe(english.get(path));
    }
    const titles = Object.values(respondentWords[language].ends).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  }
});

test("questions are asked, and who prefers not to say says so, in the language of the page", () => {
  const english = new Map(listQuestions({ countryCode: "DE", languageCode: "EN" }).map((each) => [each.id, each]));
  for (const languageCode of respondentLanguages.filter((each) => each !== "EN")) {
    for (const { id, text, options } of listQuestions({ countryCode: "DE", languageCode })) {
      expect(text).not.toBe(english.get(id)?.text);
      expect(options.map((option) => option.text)).not.toContain("Prefer not to say");
    }
  }
});

test("a survey's language is met where we write it, else in English", () => {
  expect(["DE", "fr", "Es", "JA", "", "constructor"].map(languageOf)).toEqual(["DE", "FR", "ES", "EN", "EN", "EN"]);
});

test.each([
  [null, "EN"],
  ["", "EN"],
  ["de-CH, fr;q=0.5", "DE"],
  ["pt-BR,pt;q=0.9,fr;q=0.8", "FR"],
  ["ja", "EN"],
  ["*", "EN"],
  [`${"x,".repeat(5000)}de`, "EN"],
])("a browser that asks for %j is met in %s", (asked, language) => {
  expect(preferredLanguage(asked)).toBe(language);
});
