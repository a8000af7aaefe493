import { describe, expect, it } from "vitest";
import { getDefinitions, listQualifications } from "@/lib/contracts/interfaces/demand";
import { countries, definitions, hasOption, listQuestions, questionById } from "./catalogue";

const question = (id: number, countryCode?: string) => listQuestions({ countryCode }).find((item) => item.id === id);

describe("catalogue", () => {
  it("answers what the contract says", () => {
    const all = listQuestions();
    const reply = { total_qualifications: all.length, page: 1, page_size: all.length, qualifications: all };
    expect(listQualifications.response.schema.parse(reply)).toEqual(reply);
    expect(getDefinitions.response.schema.parse(definitions())).toEqual(definitions());
  });

  it("keeps the ids that are agreed", () => {
    expect(listQuestions().map(({ id, name }) => [id, name])).toEqual([
      [1, "Age"],
      [2, "Gender"],
      [3, "Postal"],
      [5, "State"],
      [6, "DMA"],
      [8, "Region"],
      [17, "Employment"],
      [73, "Household income"],
    ]);
    expect(question(1)?.options.map(({ id }) => id)).toEqual(Array.from({ length: 87 }, (_, index) => 13 + index));
    expect(question(2)?.options).toEqual([
      { id: 1, text: "Male" },
      { id: 2, text: "Female" },
    ]);
  });

  it("never gives an id twice within a question, over all countries", () => {
    for (const { options } of listQuestions()) {
      expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
    }
  });

  it("tells every option of a question apart by its text, over all countries and in each", () => {
    for (const countryCode of [undefined, ...countries.map(({ code }) => code)]) {
      for (const { options } of listQuestions({ countryCode })) {
        expect(new Set(options.map(({ text }) => text)).size).toBe(options.length);
      }
    }
  });

  it("lists for a country exactly its share of all options", () => {
    for (const { id, options } of listQuestions()) {
      const perCountry = countries.flatMap(({ code }) => question(id, code)?.options.map((option) => option.id) ?? []);
      expect([...new Set(perCountry)].sort()).toEqual(options.map((option) => option.id).sort());
    }
    expect(question(5, "US")?.options).toHaveLength(51);
    expect(question(5, "DE")?.options).toHaveLength(16);
  });

  it("leaves out what a country does not have, and lists no country's options for an unknown one", () => {
    expect(question(6, "GB")).toBeUndefined();
    expect(question(6, "US")?.options).toHaveLength(30);
    expect(listQuestions({ countryCode: "ZZ" }).map(({ id }) => id)).toEqual([1, 2, 17]);
  });

  it("asks in the language given, with the same ids", () => {
    const german = listQuestions({ countryCode: "DE", languageCode: "DE" });
    const english = listQuestions({ countryCode: "DE", languageCode: "EN" });
    expect(german.find(({ id }) => id === 2)?.options[1]).toEqual({ id: 2, text: "Weiblich" });
    expect(german.map(({ options }) => options.map(({ id }) => id))).toEqual(
      english.map(({ options }) => options.map(({ id }) => id)),
    );
  });

  it("translates every option of a translated list", () => {
    for (const languageCode of ["DE", "FR", "ES", "IT"]) {
      const employment = listQuestions({ languageCode }).find(({ id }) => id === 17);
      const english = new Set(questionById(17)?.options.map(({ text }) => text));
      expect(employment?.options.filter(({ text }) => english.has(text))).toEqual([]);
    }
  });

  it("knows an option of any country, and no other", () => {
    expect(hasOption(2, 2)).toBe(true);
    expect(hasOption(2, 3)).toBe(false);
    expect(hasOption(4, 1)).toBe(false);
    expect(questionById(5)?.options.every(({ id }) => hasOption(5, id) && !hasOption(8, id))).toBe(true);
  });

  it("hands out definitions that a caller may change without changing ours", () => {
    definitions().survey_attributes.countries.pop();
    expect(definitions().survey_attributes.countries).toHaveLength(8);
  });
});
