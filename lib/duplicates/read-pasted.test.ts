import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Find, findAmong } from "./find-called";
import { candidatesIn, readPasted } from "./read-pasted";

const knownOf = (...surveys: [number: string, name: string][]): Find =>
  findAmong(surveys.map(([survey_number, name]) => ({ survey_number, name, survey_id: survey_number })));
const numbersIn = (text: string, known: Find) => readPasted(text, known).surveys.map((survey) => survey.survey_number);

const known = knownOf(
  ["1001", "Brand tracker, Germany"],
  ["1002", "Snacks 2031"],
  ["1003", "Twice"],
  ["1004", "Twice"],
  ["0192f0c1-aaaa-7000-8000-000000000001", "By id"],
);

describe("readPasted", () => {
  it.each([
    ["commas", "1001,1002"],
    ["commas and blanks", " 1001 , 1002 ,, "],
    ["lines", "1001\r\n1002\n\n"],
    ["blanks", "1001 1002"],
    ["tabs of a spreadsheet", "1001\t1002"],
    ["semicolons", "1001;1002"],
    ["full-width digits and commas", "１００１，１００２"],
    ["no-break blanks", "1001\u00a01002"],
    ["zero-width marks", "\ufeff1001\n\u200b1002"],
    ["quotes of a CSV", '"1001", "1002"'],
    ["quotes of a CSV's columns", '"Brand tracker, Germany";1002'],
  ])("reads numbers apart by %s", (_, text) => {
    expect(readPasted(text, known)).toMatchObject({
      surveys: [{ survey_number: "1001" }, { survey_number: "1002" }],
      unknown: [],
      repeated: 0,
    });
  });

  it("reads names, also ones that hold a comma or a number, in any case", () => {
    expect(numbersIn("brand tracker, germany\nSnacks 2031", known)).toEqual(["1001", "1002"]);
    expect(numbersIn("Snacks 2031; 1001", known)).toEqual(["1002", "1001"]);
  });

  it("reads ids and links of our pages", () => {
    const id = "0192f0c1-aaaa-7000-8000-000000000001";
    const link = `https://fieldwork.example/surveys/${id}?show=quotas`;
    expect(readPasted(`${link}\n${id.toUpperCase()} /surveys/1001`, known)).toMatchObject({
      surveys: [{ survey_number: id }, { survey_number: "1001" }],
      repeated: 1,
    });
  });

  it.each([", ", ",", " ", ";", " | ", "\t", "\n"])(
    "reads every link of a line, and what stands beside it, apart by %j",
    (apart) => {
      const links = [
        "http://localhost:3000/surveys/1001?tab=quotas",
        "/surveys/1002",
        "https://f.example/app/surveys/1003/#a",
      ];
      const read = readPasted(
        [...links, "1004", links[0]].join(apart),
        knownOf(...["1001", "1002", "1003", "1004"].map((number): [string, string] => [number, `Survey ${number}`])),
      );
      expect(read.surveys.map((survey) => survey.survey_number)).toEqual(["1001", "1002", "1003", "1004"]);
      expect(read).toMatchObject({ unknown: [], repeated: 1 });
    },
  );

  it("takes numbers that differ only in case for different surveys", () => {
    const both = knownOf(["lowx", "One"], ["LOWX", "Other"]);
    expect(candidatesIn("lowx LOWX")).toEqual(["lowx LOWX", "lowx", "LOWX"]);
    expect(readPasted("LOWX, lowx, Lowx", both)).toMatchObject({
      surveys: [
        { survey_number: "LOWX", name: "Other" },
        { survey_number: "lowx", name: "One" },
      ],
      unknown: ["Lowx"],
      repeated: 0,
    });
  });

  it("counts what comes again, tells what nothing is called by, and asks which one a name of several means", () => {
    expect(readPasted("1001 1001 9999 9999\nNo such survey\nTwice", known)).toEqual({
      surveys: [{ survey_number: "1001", name: "Brand tracker, Germany" }],
      unknown: ["9999", "No such survey"],
      ambiguous: [{ text: "Twice", surveys: known("twice") }],
      repeated: 2,
    });
  });

  it("finds every number once whatever separates them and however often they come", () => {
    const numbers = Array.from({ length: 50 }, (_, index) => String(7000 + index));
    const all = knownOf(...numbers.map((number): [string, string] => [number, `Survey ${number}`]));
    const separator = fc.constantFrom(",", ";", "\n", "\t", " ", ", ", "\r\n", " ; ", "  ");
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...numbers), separator), { maxLength: 200 }), (pieces) => {
        const text = pieces.map(([number, apart]) => number + apart).join("");
        const { surveys, repeated, unknown } = readPasted(text, all);
        const asked = pieces.map(([number]) => number);
        expect(surveys.map((survey) => survey.survey_number)).toEqual([...new Set(asked)]);
        expect(surveys.length + repeated).toBe(asked.length);
        expect(unknown).toEqual([]);
      }),
    );
  });

  it("asks for everything that it may need to know", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100 }), (text) => {
        const candidates = new Set(candidatesIn(text));
        const asked = new Set<string>();
        readPasted(text, (entry) => {
          asked.add(entry);
          return [];
        });
        for (const key of asked) expect(candidates).toContain(key);
      }),
    );
  });
});
