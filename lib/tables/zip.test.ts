import { expect, test } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { partsOf } from "@/lib/test-archive";
import { readZip, writeZip } from "./zip";

const bytes = (text: string) => new TextEncoder().encode(text);
const archive = async (files: Record<string, string>) =>
  new Uint8Array(
    await writeZip(new Map(Object.entries(files).map(([name, text]) => [name, bytes(text)]))).arrayBuffer(),
  );
const FILES = { "a.xml": "<a/>", "folder/naïve ☃.txt": "123456789", empty: "" };

test("what is written is read again, by this and by another reader", async () => {
  const written = await archive(FILES);
  const own = await Promise.all([...readZip(written)].map(async ([name, part]) => [name, await part.bytes()]));
  expect(own).toEqual(Object.entries(FILES).map(([name, text]) => [name, bytes(text)]));
  const theirs = await partsOf(Buffer.from(written));
  expect([...theirs].map(([name, content]) => [name, content.toString()])).toEqual(Object.entries(FILES));
});

test("a file has the checksum that others look for", async () => {
  const written = await archive({ a: "123456789" });
  expect(new DataView(written.buffer).getUint32(14, true)).toBe(0xcbf43926);
});

test("files that another program has compressed are unpacked", async () => {
  const workbook = Uint8Array.from(await (await writeExcelFile([[{ value: "Snow" }]])).toBuffer());
  const sheet = await readZip(workbook).get("xl/worksheets/sheet1.xml")?.bytes();
  expect(new TextDecoder().decode(sheet)).toContain("<worksheet");
});

test("what is no archive is an error", () => {
  expect(() => readZip(bytes("no archive"))).toThrow(RangeError);
  expect(() => readZip(new Uint8Array(100_000))).toThrow(RangeError);
});
