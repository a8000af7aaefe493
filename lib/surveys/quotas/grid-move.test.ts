import { describe, expect, it } from "vitest";
import { at, kept, moved, rangeOfSelection, tabbed, wholeRows } from "./grid-move";

const size = { rows: 100, columns: 7, page: 20 };
const plain = { toEnd: false, extend: false };

describe("moving in the grid", () => {
  it.each([
    ["ArrowUp", 49, 3],
    ["ArrowDown", 51, 3],
    ["ArrowLeft", 50, 2],
    ["ArrowRight", 50, 4],
    ["Home", 50, 0],
    ["End", 50, 6],
    ["PageUp", 30, 3],
    ["PageDown", 70, 3],
  ])("%s leads where spreadsheets lead", (key, row, column) => {
    expect(moved(at(50, 3), key, plain, size)).toEqual(at(row, column));
  });

  it.each([
    ["ArrowUp", 0, 3],
    ["ArrowDown", 99, 3],
    ["ArrowLeft", 50, 0],
    ["ArrowRight", 50, 6],
    ["Home", 0, 0],
    ["End", 99, 6],
  ])("Ctrl %s leads to the end", (key, row, column) => {
    expect(moved(at(50, 3), key, { toEnd: true, extend: false }, size)).toEqual(at(row, column));
  });

  it("stays inside, and leaves other keys alone", () => {
    expect(moved(at(0, 0), "ArrowUp", plain, size)).toEqual(at(0, 0));
    expect(moved(at(95, 6), "PageDown", plain, size)).toEqual(at(99, 6));
    expect(moved(at(0, 0), "a", plain, size)).toBeNull();
  });

  it("with Shift keeps where it was begun", () => {
    const once = moved(at(5, 2), "ArrowDown", { toEnd: false, extend: true }, size) ?? at(0, 0);
    const twice = moved(once, "ArrowLeft", { toEnd: false, extend: true }, size) ?? at(0, 0);
    expect(rangeOfSelection(twice)).toEqual({ top: 5, bottom: 6, left: 1, right: 2 });
  });

  it("goes on in the next row after the last cell, and stays at the very end", () => {
    expect(tabbed(at(3, 6), false, size)).toEqual(at(4, 0));
    expect(tabbed(at(4, 0), true, size)).toEqual(at(3, 6));
    expect(tabbed(at(99, 6), false, size)).toEqual(at(99, 6));
    expect(tabbed(at(0, 0), true, size)).toEqual(at(0, 0));
  });

  it("comes back inside when rows went, and is the same where nothing changed", () => {
    expect(kept(wholeRows(90, 99, size), { ...size, rows: 95 })).toEqual(wholeRows(90, 94, size));
    const here = at(3, 3);
    expect(kept(here, size)).toBe(here);
  });
});
