import { describe, expect, it, vi } from "vitest";
import { emptyQuota } from "../draft";
import { QuotaList } from "./quota-list";

const named = (quota_name: string) => ({ ...emptyQuota(), quota_name });

describe("the quotas of an open editor", () => {
  it("goes back and forth by steps and says which", () => {
    const [first, second] = [[named("A")], [named("A"), named("B")]];
    const list = new QuotaList(first);
    list.apply(second, "One quota was added");
    expect(list.quotas()).toBe(second);
    list.undo();
    expect(list.quotas()).toBe(first);
    expect(list.state().said).toBe("Undone: One quota was added");
    list.redo();
    expect(list.quotas()).toBe(second);
    expect(list.state().said).toBe("Redone: One quota was added");
  });

  it("keeps no step for an edit that changes no quota, and tells nobody", () => {
    const quota = named("A");
    const list = new QuotaList([quota]);
    const told = vi.fn();
    list.subscribe(told);
    list.apply([quota], "Nothing");
    expect(list.state().past).toEqual([]);
    expect(told).not.toHaveBeenCalled();
  });

  it("begins anew with another list: nothing of the former can be taken back", () => {
    const list = new QuotaList([named("A")]);
    list.apply([named("B")], "Renamed");
    const saved = [named("B")];
    list.begin(saved);
    list.undo();
    list.redo();
    expect(list.quotas()).toBe(saved);
  });

  it("is brought back as it was, with its steps", () => {
    const [first, second] = [[named("A")], [named("B")]];
    const list = new QuotaList(first);
    list.apply(second, "Renamed");
    const held = list.state();
    list.begin([named("C")]);
    list.restore(held);
    expect(list.quotas()).toBe(second);
    list.undo();
    expect(list.quotas()).toBe(first);
    list.redo();
    expect(list.quotas()).toBe(second);
  });

  it("tells another list from a step of the same one", () => {
    const list = new QuotaList([named("A")]);
    const held = list.state();
    const begun = () => list.state().begun;
    list.apply([named("B")], "Renamed");
    list.undo();
    expect(begun()).toBe(held.begun);
    list.begin([named("C")]);
    list.restore(held);
    expect(begun()).toBe(held.begun + 2);
  });
});
