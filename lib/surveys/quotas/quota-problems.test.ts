import { describe, expect, it } from "vitest";
import type { QuotaDraft } from "../draft";
import { problemsOfForm, problemsOfService } from "./quota-problems";

const quota = (quota_id: string | null, quota_name: string): QuotaDraft => ({
  quota_id,
  quota_name,
  quota: 10,
  qualifications: [],
});
const [women, men, added] = [quota("w", "Women"), quota("m", "Men"), quota(null, "Everyone")];

describe("what was refused about quotas", () => {
  it("stands at the quota and cell that a form's validation names", () => {
    const found = [undefined, { quota: { type: "rule", message: "The target is missing." } }];
    expect(problemsOfForm(found, [women, men])).toEqual({
      list: null,
      of: new Map([[men, { quota: "The target is missing." }]]),
    });
  });

  it("is said of the list where it is about the list", () => {
    const found = Object.assign([], { root: { type: "rule", message: "A survey needs at least one quota." } });
    expect(problemsOfForm(found, []).list).toBe("A survey needs at least one quota.");
    expect(problemsOfForm({ type: "too_big", message: "At most 2,000 quotas." }, [women]).list).toBe(
      "At most 2,000 quotas.",
    );
    expect(problemsOfForm(undefined, [women])).toEqual({ list: null, of: new Map() });
  });

  it("says what qualifications lack once, at their cell", () => {
    const option = { allowed_option_ids: { message: "Choose at least one option." } };
    const found = Object.assign([{ qualifications: [option] }], {
      root: { message: "Women: Choose at least one option." },
    });
    expect(problemsOfForm(found, [women])).toEqual({
      list: null,
      of: new Map([[women, { qualifications: "Choose at least one option." }]]),
    });
  });

  it("of a service lands on the row that was sent, wherever that row stands now", () => {
    const sent = [{ ...men }, { ...added }];
    const fields = {
      "respondent_attributes.0.quota": "Too low.",
      "respondent_attributes.1.qualifications.0.question_id": "Unknown question.",
      name: "Too long.",
    };
    expect(problemsOfService(fields, sent, [women, added, men])).toEqual({
      list: null,
      of: new Map([
        [men, { quota: "Too low." }],
        [added, { qualifications: "Unknown question." }],
      ]),
    });
  });

  it("of a service about a row that is not here is said of the list", () => {
    const fields = { "respondent_attributes.0.quota": "Too low." };
    expect(problemsOfService(fields, [women], [men]).list).toBe("Too low.");
    expect(problemsOfService({ respondent_attributes: "Too many." }, [men], [men]).list).toBe("Too many.");
  });
});
