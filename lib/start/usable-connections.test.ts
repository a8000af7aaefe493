import { expect, test } from "vitest";
import { StartError } from "./say";
import { requireUsableConnections } from "./usable-connections";

test("a start with connections that are not usable ends in the sentence that says what is wrong with them", async () => {
  await expect(requireUsableConnections("[]")).resolves.toBeUndefined();
  for (const [json, sentence] of [
    ["{", /^CONNECTIONS is not valid JSON/],
    ['[{"name":"panel"}]', /^CONNECTIONS is not usable. 0\.title/],
  ] as const) {
    await expect(requireUsableConnections(json)).rejects.toThrow(sentence);
    await expect(requireUsableConnections(json)).rejects.toThrow(StartError);
  }
});
