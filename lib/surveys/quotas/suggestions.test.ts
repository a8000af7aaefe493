import { describe, expect, it } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { questionsById } from "../qualification-text";
import { readQualifications } from "./option-text";
import { suggestionsFor } from "./suggestions";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: name,
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});
const questions = questionsById([
  question(1, "Age", ["18", "19"]),
  question(2, "Gender", ["Male", "Female"]),
  question(3, "Work", ["Full-time", "Part-time", "None, at home"]),
]);
const texts = (text: string) => suggestionsFor(text, questions).map((suggestion) => suggestion.text);

describe("how a text of qualifications may go on", () => {
  it("a question, those that begin with what was typed first", () => {
    expect(texts("g")).toEqual(["Gender: ", "Age: "]);
    expect(texts("Age: 18-24; ge")).toEqual(["Age: 18-24; Gender: ", "Age: 18-24; Age: "]);
  });

  it("an option of the question that is named, after others too", () => {
    expect(texts("Gender: fem")).toEqual(["Gender: Female"]);
    expect(texts("Work: Full-time, part")).toEqual(["Work: Full-time, Part-time"]);
  });

  it("with quotes where a name holds a separator, so that it reads back", () => {
    const [text = ""] = texts("Work: home");
    expect(text).toBe('Work: "None, at home"');
    expect(readQualifications(text, questions)).toEqual({ value: [{ question_id: 3, allowed_option_ids: [3] }] });
  });

  it("in no way for numbers, for what is whole, and for what nobody knows", () => {
    for (const text of ["", "Age: 1", "Gender: Female", "Gender: ", "Colour: r", "zzz"])
      expect(texts(text)).toEqual([]);
  });
});
