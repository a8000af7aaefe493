import { example } from "@/lib/contracts/descriptions/described";
import { isObject, type JsonObject } from "@/lib/contracts/lenient";
import { describeAll } from "@/lib/contracts/openapi";
import type { Operation } from "@/lib/contracts/operation";
import type { ServiceAccount } from "@/lib/test-service-account";

const { paths } = describeAll("https://fieldwork.test/service") as { paths: Record<string, JsonObject> };
const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** What the description shows of a request, of the things of this account. */
export function exampleRequest({ interface: of, path, method }: Operation, account: ServiceAccount) {
  const described = memberOf(paths[`/${of}${path}`], method.toLowerCase());
  const content = memberOf(memberOf(memberOf(described, "requestBody"), "content"), "application/json");
  const parameters = (memberOf(described, "parameters") ?? []) as JsonObject[];
  const query = Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === "query" && (parameter.required === true || parameter.example))
      .map(({ name, example: value }) => [String(name), value ?? "1"]),
  );
  // A survey of quality keeps the version that it was created with.
  const inVersion = (text: string) => text.replaceAll("Snacks, wave 3", `Snacks, ${/^\/v\d/.exec(path)?.[0] ?? "v1"}`);
  const ofAccount = (value: unknown) => JSON.parse(ownedBy(account, inVersion(JSON.stringify(value ?? null))));
  return { query: ofAccount(query) as JsonObject, body: ofAccount(memberOf(content, "example")) as unknown };
}

function ownedBy(account: ServiceAccount, text: string): string {
  const { accountId, projectId, surveyId, quotaId, rdud, supplierId, people } = account;
  const things = [
    [example.account, accountId],
    [example.project, projectId],
    [example.survey, surveyId],
    [example.quota, quotaId],
    [example.session, rdud],
    [example.supplier, supplierId],
    [example.person, people.manager.userId],
  ] as const;
  return things.reduce((json, [shown, id]) => json.replaceAll(shown, id), text);
}
