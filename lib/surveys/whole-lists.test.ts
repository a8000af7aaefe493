import { expect, test, vi } from "vitest";
import { readQuestions } from "./whole-lists";

test("the questions of a country are all there, however few a service gives at once", async () => {
  const all = Array.from({ length: 130 }, (_, at) => ({ id: at + 1, name: `Question ${at + 1}`, options: [] }));
  const countries = new Set<string | null>();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) => {
    const { searchParams } = new URL(String(address), "http://page.test");
    countries.add(searchParams.get("country_code"));
    const page = Number(searchParams.get("page"));
    const qualifications = all.slice((page - 1) * 50, page * 50);
    return Response.json({ total_qualifications: all.length, page, page_size: qualifications.length, qualifications });
  });
  const read = await readQuestions("DE", new AbortController().signal);
  expect(read.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect([...countries]).toEqual(["DE"]);
});
