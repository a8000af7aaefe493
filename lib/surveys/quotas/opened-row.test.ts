import { expect, test } from "vitest";
import type { QuotaDraft } from "../draft";
import { rowOfOpened } from "./opened-row";

const quota = (quota_id: string | null, option: number): QuotaDraft => ({
  quota_id,
  quota_name: "Men",
  quota: 5,
  qualifications: [{ question_id: 2, allowed_option_ids: [option] }],
});
const [first, opened, fresh] = [quota("a", 1), quota("b", 2), quota(null, 3)];

test("an opened quota is found where it has moved to, and when it was read anew", () => {
  expect(rowOfOpened([first, opened], opened)).toBe(1);
  expect(rowOfOpened([fresh, opened, first], opened)).toBe(1);
  expect(rowOfOpened([{ ...quota("b", 2), quota_name: "Males", quota: 9 }], opened)).toBe(0);
  expect(rowOfOpened([first, fresh], fresh)).toBe(1);
});

test("it is gone when it was removed, or when others belong to it now", () => {
  expect(rowOfOpened([first, fresh], opened)).toBeNull();
  expect(rowOfOpened([quota("b", 3)], opened)).toBeNull();
  expect(rowOfOpened([first, quota(null, 3)], fresh)).toBeNull();
});
