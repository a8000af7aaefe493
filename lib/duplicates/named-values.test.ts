import { expect, test } from "vitest";
import { namedValues } from "./named-values";

const ids = Array.from({ length: 5000 }, (_, index) => `session-${index}`);
const agent = "Mozilla/5.0 (Linux, Android, KHTML, like Gecko)";
const entry = {
  selectors: { Session_Id: ids, Survey_Number: ["100", "200"], User_Agent: [agent], Panel_Id: ["a,b"] },
  surveys: 40,
};

test("a list of changes holds the first values of each selector and how many there are", () => {
  expect(namedValues(entry, { seesAll: true, hasAll: false })).toEqual({
    Survey_Number: { count: 40, values: ["100", "200"] },
    Session_Id: { count: 5000, values: ["session-0", "session-1"] },
    Panel_Id: { count: 1, values: ["a,b"] },
    User_Agent: { count: 1, values: [agent] },
  });
});

test("all values are there where all are asked for, and none that says something of a person", () => {
  const { Session_Id, Panel_Id, User_Agent } = namedValues(entry, { seesAll: false, hasAll: true });
  expect(Session_Id).toEqual({ count: 5000, values: ids });
  expect(Panel_Id).toEqual({ count: 1, values: ["a,b"] });
  expect(User_Agent).toEqual({ count: 1, values: ["Mozilla …"] });
});
