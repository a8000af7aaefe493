import { describe, expect, test } from "vitest";
import { wordsOf } from "./answer-words";
import { readAnswer } from "./open-answer";

const question = "Why did you choose this brand of coffee?";
const scored = (answer: string, allowedLanguages?: string[]) =>
  readAnswer({ question, answer, allowedLanguages }, undefined).scored;
const category = (answer: string, allowedLanguages?: string[]) => scored(answer, allowedLanguages).category;

describe("an answer is", () => {
  test.each([
    ["The taste is better than others", ["EN"]],
    ["price", ["EN"]],
    ["Gut", ["DE"]],
    ["Nespresso", ["EN"]],
    ["42", ["EN"]],
    ["Angstschweiß", ["DE"]],
    ["zmrzlina", ["CS"]],
    ["Volkswagen", ["EN"]],
    ["Schwarzkopf", ["DE"]],
    ["uniwersytet", ["PL"]],
    ["понравилось", ["RU"]],
    ["rhythm", ["EN"]],
    ["I like cafe latte and croissants", ["en-GB"]],
    ["👍 great 👍", ["EN"]],
    ["أحب الطعم", ["AR"]],
    ["味がいいからです", ["JA"]],
    ["He raped me when I was nine", ["EN"]],
    ["Der Geschmack ist besser als bei anderen", ["xx-unknown"]],
    ["Der Geschmack ist besser als bei anderen", []],
    ["I like вкус 味 and the smell of it", ["EN"]],
    ["\u202eهذه القهوة طعمها جيد جدا\u202c", ["AR"]],
    ["👨‍👩‍👧‍👦 we all like the taste ☕️☕️", ["EN"]],
    ["t\u200bh\u200be taste is fine for me", ["EN"]],
  ])("valid: %s", (answer, languages) => {
    expect(scored(answer, languages)).toMatchObject({ category: "VALID_ANSWER", score: 100 });
  });

  test.each([
    "",
    "   ",
    "...",
    "???",
    "N/A",
    "I don't know",
    "I DON’T KNOW!",
    "Keine Ahnung.",
    "no sé",
    "je ne sais pas",
    "不".replace("不", "-"),
  ])("none: %j", (answer) => expect(category(answer)).toBe("NO_ANSWER"));

  test("none where it repeats the question", () => {
    expect(scored("why did you choose this brand of coffee")).toMatchObject({ reason: "Repeats the question" });
  });

  test.each(["asdfghjkl", "qwertz", "poiuytrewq", "sdfsdfsdf", "bcdfg", "asdasdasd", "fjdksla jfkdls vnxmz", "фывапр"])(
    "gibberish: %s",
    (answer) => expect(scored(answer, ["EN", "RU"])).toMatchObject({ category: "GIBBERISH", score: 5 }),
  );

  test.each(["jkodhfksjadhf", "xqvajzwk", "pfrtgbnmo"])("perhaps gibberish, but one word may be a name: %s", (answer) =>
    expect(scored(answer, ["EN"])).toEqual({
      ...{ category: "GIBBERISH", score: 60, reason: `“${answer}” is spelled like no word of 39 languages` },
    }),
  );

  test("gibberish where two words are like no word, and not for one odd word among others", () => {
    expect(scored("jkodhfksjadhf xqvajzwk", ["EN"])).toMatchObject({ category: "GIBBERISH", score: 5 });
    expect(category("I bought xqvajzwk because of the price", ["EN"])).toBe("VALID_ANSWER");
  });

  test.each([
    ["Der Geschmack ist besser als bei anderen", ["EN"], "Reads as DE, where EN is expected"],
    ["Мне нравится вкус", ["EN", "de"], "Written in Cyrillic letters, where EN, DE is expected"],
    ["커피 맛이 좋아요", ["EN"], "Written in Hangul letters, where EN is expected"],
  ])("in another language: %s", (answer, languages, reason) => {
    expect(scored(answer, languages)).toEqual({ category: "WRONG_LANGUAGE", score: 30, reason });
  });

  test("never in another language for one to three words of the same letters", () => {
    for (const answer of ["Geschmack", "guter Geschmack", "sehr guter Geschmack"]) {
      expect(category(answer, ["EN"])).toBe("VALID_ANSWER");
    }
  });

  test("in bad language by whole words of the language that is declared", () => {
    expect(scored("this is bullshit", ["EN"])).toMatchObject({
      category: "BAD_LANGUAGE",
      reason: "“bullshit”, a swear word of EN",
    });
    expect(category("this is bullshit", ["DE"])).not.toBe("BAD_LANGUAGE");
    expect(category("Scunthorpe assesses cocktails", ["EN"])).toBe("VALID_ANSWER");
  });
});

test.each([
  ["one endless word", "x".repeat(20_000), "GIBBERISH"],
  ["many words", "a b ".repeat(5000), "VALID_ANSWER"],
  ["a pattern that regular expressions dread", `${"ab".repeat(9999)}!`, "GIBBERISH"],
  ["marks that nobody sees", "\u200b".repeat(20_000), "NO_ANSWER"],
  ["characters that stand for eighteen", "ﷺ".repeat(20_000), "WRONG_LANGUAGE"],
  ["five thousand words of no language", "xqvajzwk ".repeat(2200), "GIBBERISH"],
  ["no spaces", "今日はとても良い天気です".repeat(1600), "WRONG_LANGUAGE"],
])("%s of 20,000 characters is read to the end", (_, answer, category) => {
  expect(scored(answer, ["EN"]).category).toBe(category);
});

test("of whatever is sent, at most 50,000 characters and 2,000 words are read", () => {
  for (const sent of ["ﷺ".repeat(20_000), "ab ".repeat(6666), "ﷺ ".repeat(10_000)]) {
    expect(wordsOf(sent).join(" ").length).toBeLessThanOrEqual(50_000);
    expect(readAnswer({ question, answer: sent }, undefined).words.split(" ").length).toBeLessThanOrEqual(2000);
  }
});
