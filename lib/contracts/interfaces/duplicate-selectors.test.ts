import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activate, getActivity, preCheck } from "./activation";
import {
  canMatchTheSame,
  formerNames,
  masked,
  normalizeIp,
  readSelectors,
  selectorNames,
  tidyNumber,
  writeSelectors,
} from "./duplicate-selectors";

const hash = "0123456789abcdef".repeat(4);
const one = {
  Survey_Number: "1001,1002",
  Session_Id: "a,b",
  IP_Address: "203.0.113.7",
  Cookie: "c",
  Panel_Id: "p",
  Hashed_Email: hash,
  User_Agent: "Agent/1",
};
const problemsOf = (body: Record<string, unknown>) => Object.keys(readSelectors(body).problems);

describe("readSelectors", () => {
  it("reads each field under its name and its former one, and writes it back as it was", () => {
    for (const name of selectorNames) {
      const { selectors, problems } = readSelectors({ [formerNames[name]]: one[name] });
      expect(problems).toEqual({});
      expect(writeSelectors(selectors)).toEqual({ [name]: one[name] });
    }
  });

  it("refuses two names with different values, and takes them with the same one", () => {
    for (const name of selectorNames) {
      expect(problemsOf({ [name]: one[name], [formerNames[name]]: `${one[name]}x` })).toEqual([name]);
      expect(problemsOf({ [name]: one[name], [formerNames[name]]: one[name] })).toEqual([]);
    }
  });

  it("counts blanks as not given, and a list of nothing as a mistake", () => {
    for (const name of selectorNames) expect(readSelectors({ [name]: "  " }).selectors).toEqual({});
    expect(problemsOf({ Survey_Number: " , ,", Session_Id: ",", Cookie: "," })).toEqual([
      "Survey_Number",
      "Session_Id",
    ]);
    expect(readSelectors({ Cookie: "," }).selectors).toEqual({ Cookie: "," });
  });

  it("reads full-width digits and commas as plain ones, and leaves any other spelling alone", () => {
    expect(readSelectors({ Survey_Number: "１００１，1002, 1001" }).selectors.Survey_Number).toEqual(["1001", "1002"]);
    expect(tidyNumber("A²")).toBe("A²");
    expect(tidyNumber(" 0192F0C1-AAAA-7000-8000-000000000001 ")).toBe("0192f0c1-aaaa-7000-8000-000000000001");
  });

  it.each([
    [{ Survey_Number: "10 01" }, "Survey_Number"],
    [{ Survey_Number: Array.from({ length: 5001 }, (_, n) => n).join() }, "Survey_Number"],
    [{ Survey_Number: 1001 }, "Survey_Number"],
    [{ Session_Id: null }, "Session_Id"],
    [{ Session_Id: ["a"] }, "Session_Id"],
    [{ IP_Address: "203.0.113.0/24" }, "IP_Address"],
    [{ IP_Address: "203.0.113" }, "IP_Address"],
    [{ IP_Address: "010.1.1.1" }, "IP_Address"],
    [{ IP_Address: "fe80::1%eth0" }, "IP_Address"],
    [{ Hashed_Email: hash.slice(1) }, "Hashed_Email"],
    [{ Hashed_Email: "somebody@example.test" }, "Hashed_Email"],
    [{ Cookie: "a\u0000b" }, "Cookie"],
    [{ User_Agent: "x".repeat(2001) }, "User_Agent"],
  ])("refuses %j at its field", (body, field) => {
    expect(problemsOf(body)).toEqual([field]);
  });
});

describe("normalizeIp", () => {
  it("has one spelling for each address", () => {
    const spellings = ["2001:db8::7", "2001:0DB8:0:0:0:0:0:7", "2001:db8:0000::0007"];
    expect(new Set(spellings.map(normalizeIp))).toEqual(new Set(["2001:db8::7"]));
    expect(normalizeIp("::ffff:203.0.113.7")).toBe("203.0.113.7");
    expect(normalizeIp(" ２０３.0.113.7 ")).toBe("203.0.113.7");
  });

  it("gives the same for an address and for its own result, whatever the address", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const normal = normalizeIp(address);
        if (normal !== null) expect(normalizeIp(normal)).toBe(normal);
      }),
    );
  });
});

describe("bodies of the interface", () => {
  const refuses = (schema: { safeParse: (value: unknown) => { success: boolean } }, body: unknown) =>
    expect(schema.safeParse(body).success).toBe(false);

  it("needs a selector, or the change that it is about", () => {
    refuses(activate.body, { Type: "1" });
    refuses(activate.body, { Type: "1", Cookie: " " });
    expect(activate.body.safeParse({ Type: "2", Change: "7, 8" })).toMatchObject({
      success: true,
      data: { Change: [7, 8], Route: "search", selectors: {} },
    });
  });

  it("takes no other type than the texts 1 and 2", () => {
    for (const Type of ["3", 1, 2, "", null, undefined, "01"]) refuses(activate.body, { Type, Survey_Number: "1" });
  });

  it("describes one entrant in a pre-check", () => {
    refuses(preCheck.body, { Cookie: "c" });
    refuses(preCheck.body, { Session_Id: "a,b" });
    expect(preCheck.body.safeParse({ Session_Id: "a" }).success).toBe(true);
  });

  it("takes ranges of days that there are", () => {
    for (const Range of [
      "2026,2026",
      "2026-02-30,2026-03-01",
      "2026-03-02,2026-03-01",
      "0000-01-01,2026-01-01",
      "2026-01-01",
    ]) {
      refuses(getActivity.query, { Range });
    }
    expect(getActivity.query.safeParse({ Range: "2024-02-29, 2024-02-29" }).success).toBe(true);
  });

  it("reads the first whole number of a message, and knows none where there is none", () => {
    const recordsOf = (Message: string) => activate.reply.parse({ Action: "Deactivated", Message })?.records;
    expect(recordsOf("37 records processed.")).toBe(37);
    expect(recordsOf("Processed: 500 of 800")).toBe(500);
    expect(recordsOf("All done")).toBeNull();
  });
});

describe("masked", () => {
  it("shows no personal value whole, and everything else as it is", () => {
    for (const name of ["IP_Address", "Cookie", "Hashed_Email", "User_Agent"] as const) {
      const value = name === "Cookie" ? "a cookie of some length" : one[name];
      expect(masked(name, value)).not.toContain(value);
    }
    expect(masked("Panel_Id", "p-1")).toBe("p-1");
  });
});

describe("canMatchTheSame", () => {
  it.each([
    ["whole surveys and one session", {}, { Session_Id: ["a"] }, true],
    ["sessions in common", { Session_Id: ["a", "b"] }, { Session_Id: ["B", "c"] }, true],
    ["other sessions", { Session_Id: ["a", "b"] }, { Session_Id: ["c"] }, false],
    ["a session and a cookie, which may be of one record", { Session_Id: ["a"] }, { Cookie: "c" }, true],
    ["one cookie, but other panelists", { Cookie: "c", Panel_Id: "1" }, { Cookie: "c", Panel_Id: "2" }, false],
    ["other surveys", { Survey_Number: ["1"] }, { Survey_Number: ["2"] }, false],
  ])("%s", (_, some, others, can) => {
    expect([canMatchTheSame(some, others), canMatchTheSame(others, some)]).toEqual([can, can]);
  });
});
