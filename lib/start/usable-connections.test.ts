import { expect, test } from "vitest";
import { StartError } from "./say";
import { requireUsableConnections } from "./usable-connections";

test("a start with connections that are not usable ends in the sentence that says what is wrong with them", async () => {
  const start = (CONNECTIONS: string, IDENTITY_PROVIDERS = "[]") =>
    requireUsableConnections({ CONNECTIONS, IDENTITY_PROVIDERS });
  await expect(start("[]")).resolves.toBeUndefined();
  for (const [connections, providers, sentence] of [
    ["{", "[]", /^CONNECTIONS is not valid JSON/],
    ['[{"name":"panel"}]', "[]", /^CONNECTIONS is not usable. 0\.title/],
    ["[]", "{", /^IDENTITY_PROVIDERS is not valid JSON/],
    ["[]", '[{"kind":"openid"}]', /^IDENTITY_PROVIDERS is not usable. 0\.name/],
  ] as const) {
    await expect(start(connections, providers)).rejects.toThrow(sentence);
    await expect(start(connections, providers)).rejects.toThrow(StartError);
  }
});
