import "server-only";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { isEmailHash } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { ListState } from "@/lib/contracts/interfaces/fraud-account";
import { type FraudList, fraudListNames } from "@/lib/contracts/terms/fraud";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { type Network, readNetwork, sortNetworks } from "./networks";

/**
 * Lists of addresses in files of a folder. A file that changes is read again; one that is broken or half written leaves
 * the last good one in use, and says so in the log and to whoever asks for the lists' state.
 */
export type AddressList = { networks: readonly Network<string>[]; emailHashes: ReadonlySet<string> };
type ListName = ListState["name"];

/** `vpn.txt` and so on: an address, a network or, of fraudsters, an e-mail's hash on each line. */
const fileOf: Record<ListName, string> = {
  ...(Object.fromEntries(fraudListNames.map((name) => [name, `${name.replace("_", "-")}.txt`])) as Record<
    FraudList,
    string
  >),
  /** First address, last address, country code. */
  countries: "countries.csv",
};
const listNames = Object.keys(fileOf) as ListName[];

type Kept = {
  list: AddressList | null;
  /** Of the file in use. */
  changedAt: Date | null;
  readAt: Date | null;
  /** Of the file that was looked at last: an unchanged one is not read again. */
  seen: string | null;
  problem: string | null;
};

type Lists = { of: Map<ListName, Kept>; lookedAt: number; looking: Promise<void> | null };
const keptLists = () =>
  processWide("fraud.lists", (): Lists => ({ of: new Map(), lookedAt: Number.NEGATIVE_INFINITY, looking: null }));

const LOOK_AGAIN_MS = 5000;
/** Larger files are refused: they would not fit in memory beside everything else. */
const MOST_BYTES = 100_000_000;

/** The list of this name as it is now; null: there is none. */
export async function addressList(name: ListName): Promise<AddressList | null> {
  await refreshed();
  return keptLists().of.get(name)?.list ?? null;
}

/** Every list, and how old it is. */
export async function listStates(): Promise<ListState[]> {
  await refreshed();
  return listNames.map((name) => {
    const kept = keptLists().of.get(name);
    return {
      name,
      entries: kept?.list ? kept.list.networks.length + kept.list.emailHashes.size : null,
      changed_at: kept?.changedAt?.toISOString() ?? null,
      read_at: kept?.readAt?.toISOString() ?? null,
      problem: kept?.problem ?? null,
    };
  });
}

/** Looks at the files again when that is due. The first time is waited for; later ones go on beside. */
async function refreshed(folder = env.FRAUD_LISTS): Promise<void> {
  const lists = keptLists();
  if (folder === undefined) return;
  const isDue = performance.now() - lists.lookedAt > LOOK_AGAIN_MS;
  if (isDue && !lists.looking) {
    lists.looking = refreshLists(folder).finally(() => {
      lists.looking = null;
      lists.lookedAt = performance.now();
    });
  }
  if (lists.of.size < listNames.length) await lists.looking;
}

/** Reads what has changed of a folder's files. */
async function refreshLists(folder: string): Promise<void> {
  const { of } = keptLists();
  for (const name of listNames) of.set(name, await refreshedList(join(folder, fileOf[name]), name, of.get(name)));
}

const nothing: Kept = { list: null, changedAt: null, readAt: null, seen: null, problem: null };

/** Of two looks at a file, whether it is the same. */
async function stateOf(file: string) {
  const { mtime, size, ino } = await stat(file);
  return { mtime, size, seen: `${mtime.getTime()} ${size} ${ino}` };
}

async function refreshedList(file: string, name: ListName, before: Kept = nothing): Promise<Kept> {
  let seen = before.seen;
  try {
    const state = await stateOf(file);
    if (state.seen === before.seen) return before;
    seen = state.seen;
    if (state.size > MOST_BYTES) throw new BrokenList("is larger than 100 MB");
    const list = await parseList(await readFile(file, "utf8"), name);
    // Written to meanwhile: it is read once more at the next look.
    if ((await stateOf(file)).seen !== state.seen) return before;
    return { list, changedAt: state.mtime, readAt: new Date(), seen, problem: null };
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing && before.list === null) return nothing;
    const why = error instanceof BrokenList ? error.message : isMissing ? "is gone" : "cannot be read";
    const use = before.list ? "The last good one stays in use." : "Nothing is checked by it.";
    const problem = `${fileOf[name]} ${why}. ${use}`;
    if (problem !== before.problem || seen !== before.seen) logger.warn({ err: error, list: name }, problem);
    return { ...before, seen: isMissing ? null : seen, problem };
  }
}

class BrokenList extends Error {}

const LINES_A_TURN = 20_000;

/** The networks of a file's text. @throws BrokenList at the first line that is no entry, or without an end of the last */
async function parseList(text: string, name: ListName): Promise<AddressList> {
  if (!text.endsWith("\n")) throw new BrokenList(text === "" ? "is empty" : "has no end of its last line");
  const networks: Network<string>[] = [];
  const emailHashes = new Set<string>();
  const takesHashes = name === "internet_fraud" || name === "retail_fraud";
  for (const [at, whole] of text.split("\n").entries()) {
    if (at % LINES_A_TURN === LINES_A_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
    const line = whole.replace(/#.*$/, "").trim();
    if (line === "") continue;
    const entry = name === "countries" ? readCountry(line) : labelled(line, name);
    if (entry) networks.push(entry);
    else if (takesHashes && isEmailHash(line.toLowerCase())) emailHashes.add(line.toLowerCase());
    else throw new BrokenList(`has no entry in line ${at + 1}`);
  }
  if (networks.length + emailHashes.size === 0) throw new BrokenList("has no entry");
  return { networks: sortNetworks(networks), emailHashes };
}

function labelled(line: string, label: string): Network<string> | null {
  const network = readNetwork(line);
  return network && { ...network, label };
}

function readCountry(line: string): Network<string> | null {
  const [from = "", to = "", code = "", ...more] = line.split(",").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
  const [first, last] = [readNetwork(from)?.first, readNetwork(to)?.last];
  if (first === undefined || last === undefined || first > last || more.length > 0) return null;
  return /^[A-Z]{2}$/.test(code) ? { first, last, label: code } : null;
}
