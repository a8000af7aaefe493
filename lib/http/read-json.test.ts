import { afterEach, expect, test } from "vitest";
import { type Holding, openHolding } from "./body-budget";
import { readJson } from "./read-json";

const MEGABYTE = 1024 * 1024;
const sender = { network: "192.0.2.1", personId: "p" };
const opened: Holding[] = [];
afterEach(() => {
  for (const holding of opened.splice(0)) holding.release();
});

const sent = (body: BodyInit) =>
  new Request("http://service.test/", {
    ...{ method: "POST", body, headers: { "content-type": "application/json" }, duplex: "half" },
  } as RequestInit);

const read = (body: BodyInit, maxBytes = 4 * MEGABYTE) => readJson(sent(body), { maxBytes, sender });

test.each([
  ["objects", `[${"{},".repeat(250_000)}{}]`],
  ["lists", `[${"[],".repeat(250_000)}[]]`],
  ["texts", `[${'"",'.repeat(400_000)}""]`],
  ["values", `[${"1,".repeat(1_100_000)}1]`],
])("of more %s than others can wait for is refused before anything is made of it", async (_, text) => {
  await expect(read(text)).rejects.toMatchObject({
    ...{ status: 413, message: "The request body has too many parts. Send less at once." },
  });
});

test("brackets, commas and quotation marks inside texts are none", async () => {
  const text = `${'[{,\\"]'.repeat(300)}`;
  expect(await read(JSON.stringify({ text }))).toEqual({ text });
});

test("where more bytes are taken, more parts are", async () => {
  const value = Array.from({ length: 300_000 }, () => ({}));
  expect(await read(JSON.stringify(value), 32 * MEGABYTE)).toEqual(value);
});

test("a body's bytes are counted while it is read, and released however that ends", async () => {
  let end = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(`"${"x".repeat(3 * MEGABYTE)}`));
      end = () => {
        controller.enqueue(new TextEncoder().encode('"'));
        controller.close();
      };
    },
  });
  const reading = read(body);
  await new Promise((done) => setTimeout(done, 20));
  const other = openHolding(sender);
  opened.push(other);
  expect(() => other.hold(62 * MEGABYTE)).toThrow("Too much is being sent at once.");
  end();
  await reading;
  other.hold(62 * MEGABYTE);
  await expect(read("x".repeat(3 * MEGABYTE))).rejects.toMatchObject({ status: 429 });
  other.release();
  await expect(read("{")).rejects.toMatchObject({ status: 400 });
  const all = openHolding(sender);
  opened.push(all);
  all.hold(64 * MEGABYTE);
});
