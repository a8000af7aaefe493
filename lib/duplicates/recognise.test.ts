import { expect, test } from "vitest";
import { recognise } from "./recognise";

test.each([
  ["203.0.113.7", "IP_Address"],
  [" 2001:DB8:0:0::7 ", "IP_Address"],
  ["203.0.113.0/24", "IP_Address"],
  ["d41d8cd98f00b204e9800998ecf8427e", "Hashed_Email"],
  ["E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855", "Hashed_Email"],
  ["somebody@example.com", "Hashed_Email"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "User_Agent"],
  ["0199e3a4-7c1e-7d5a-9b1e-2f4f0a6b8c9d", null],
  ["panelist-4711", null],
  ["1234.5", null],
  ["", null],
])("%j is taken for %s", (text, kind) => {
  expect(recognise(text)).toBe(kind);
});
