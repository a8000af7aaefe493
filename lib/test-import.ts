import { keepFile } from "@/lib/answers/imports/sent-files";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { SignedInContext } from "@/lib/gateway/call";

/** Who imports in tests. */
export const analyst: SignedInContext = {
  viewer: { connection: "built-in", email: "a@x.test", name: "A", role: "analyst", accounts: [], token: "token" },
  ...{ requestId: "r", origin: "page" },
};

const common = { missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number) => ({ code, label: `${code}`, order: code, value: code, cells: [code] });

/** A number "n" and a choice "s" of 1 and 2, in columns of their names beside an "id". */
export const numberAndChoice: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    { kind: "numeric", id: "n", text: "n", column: "n", ...common },
    { kind: "single", id: "s", text: "s", column: "s", options: [option(1), option(2)], ...common },
  ],
};

/** The id of a file that somebody sent, with this text. */
export async function sentFile(text: string): Promise<string> {
  const sending = { person: "p", account: "a", projectId: "p", name: "a.csv", mostBytes: 1024 ** 3, declaredBytes: 0 };
  async function* bytes() {
    yield Buffer.from(text);
  }
  return (await keepFile(bytes(), sending)).id;
}
