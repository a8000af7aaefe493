import { expect, test } from "vitest";
import { readTableFile, readTableText } from "./read-table";

const CODES: Record<string, number> = { "€": 0x80, "„": 0x84, "“": 0x93, "–": 0x96, "™": 0x99, ü: 0xfc };
const inWindows1252 = (text: string) => Uint8Array.from([...text], (letter) => CODES[letter] ?? letter.charCodeAt(0));

test("a list of Windows has its euro signs, dashes and curly quotation marks", async () => {
  const { rows, notices } = await readTableFile(
    "list.csv",
    inWindows1252("id,reason\n1,„zu teuer“ – 5 € für Grün™\n"),
    (text) => readTableText(text),
  );
  expect(rows[1]).toEqual(["1", "„zu teuer“ – 5 € für Grün™"]);
  expect(notices).toEqual(["The file is not in UTF-8: it was read as Western European (Windows-1252)."]);
});
