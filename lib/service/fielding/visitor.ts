import "server-only";
import Bowser from "bowser";
import { isbot } from "isbot";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import { networkOf } from "@/lib/http/network";
import { processWide } from "@/lib/process-wide";

/** Who came to a respondents' address, by what came with the request. */
export type Visitor = {
  agent: string;
  /** Null: the server does not know it. */
  address: string | null;
  device: "desktop" | "mobile" | "tablet";
  /** Looks ahead, or reads for a machine: nothing is begun. */
  isNobody: boolean;
};

const MAX_AGENT = 1000;

/** Null: the agent is longer than any browser's. */
export function visitorOf(headers: Headers): Visitor | null {
  const agent = headers.get("user-agent") ?? "";
  if (agent.length > MAX_AGENT) return null;
  const address = headers.get(CLIENT_ADDRESS_HEADER);
  return {
    agent,
    address: address && address !== "unknown" ? address : null,
    device: deviceOf(agent),
    isNobody: looksAhead(headers) || agent === "" || isbot(agent),
  };
}

/** Browsers and messengers fetch pages before anybody has opened them. */
const looksAhead = (headers: Headers): boolean =>
  ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );

/** Whatever is neither a phone nor a tablet shows a survey as a desktop does. */
function deviceOf(agent: string): Visitor["device"] {
  if (agent === "") return "desktop";
  const type = Bowser.getParser(agent).getPlatformType();
  return type === "mobile" || type === "tablet" ? type : "desktop";
}

const UNKNOWN_PER_HOUR = 1000;

/**
 * Whether a return of an unknown session is still worth a record in this hour: anybody can invent ids without end. Each
 * process counts its own: it is a bound on what is stored and not a limit that somebody is promised.
 */
export function mayRecordUnknown(now = Date.now()): boolean {
  const window = processWide("fielding.unknown", () => ({ hour: 0, recorded: 0 }));
  const hour = Math.floor(now / 3_600_000);
  if (window.hour !== hour) Object.assign(window, { hour, recorded: 0 });
  window.recorded += 1;
  return window.recorded <= UNKNOWN_PER_HOUR;
}

const PER_SECOND = 100;
const MOST_NETWORKS = 50_000;
type Window = { second: number; networks: Map<string, number> };

const LOOPBACK = new Set(["127.0.0.1", "::1"]);

/**
 * Whether a network may come once more in this second. Counted in this process alone, before anything is read: a
 * database that is asked each time would be what an attack wants. The machine itself is not limited.
 */
export function mayCome(address: string | null, now = Date.now()): boolean {
  if (address === null || LOOPBACK.has(address)) return true;
  const window = processWide("fielding.arrivals", (): Window => ({ second: 0, networks: new Map() }));
  const second = Math.floor(now / 1000);
  if (window.second !== second) {
    window.second = second;
    window.networks.clear();
  }
  const network = networkOf(address);
  const came = window.networks.get(network) ?? 0;
  if (came >= PER_SECOND || (came === 0 && window.networks.size >= MOST_NETWORKS)) return false;
  window.networks.set(network, came + 1);
  return true;
}
