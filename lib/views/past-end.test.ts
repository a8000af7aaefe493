import { expect, test } from "vitest";
import { pastEnd } from "./past-end";

const shown = { page: 5, pageSize: 50, list: { total: 120, items: [] as unknown[] }, isBeingRead: false };
const stays = { goTo: null, isWaiting: false };

test("a page behind the end gives way to the last one", () => {
  expect(pastEnd(shown)).toEqual({ goTo: 3, isWaiting: true });
  expect(pastEnd({ ...shown, list: { total: 150, items: [] } })).toEqual({ goTo: 3, isWaiting: true });
});

test("on the way to the last page the empty one that still stands there is not taken for it", () => {
  expect(pastEnd({ ...shown, page: 3, isBeingRead: true })).toEqual({ goTo: null, isWaiting: true });
  expect(pastEnd({ ...shown, page: 9, isBeingRead: true })).toEqual({ goTo: null, isWaiting: true });
});

test("a page stays that has rows, lies within the list, or of whose list nothing is known", () => {
  expect(pastEnd({ ...shown, list: { total: 120, items: ["row"] } })).toEqual(stays);
  expect(pastEnd({ ...shown, page: 3 })).toEqual(stays);
  for (const total of [0, null]) expect(pastEnd({ ...shown, list: { total, items: [] } })).toEqual(stays);
  expect(pastEnd({ ...shown, list: undefined })).toEqual(stays);
});
