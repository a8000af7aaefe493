import { processWide } from "@/lib/process-wide";
import { AppError } from "./problem";

/**
 * Bytes of request bodies that this process holds before they are read: in total, of one network and of one person.
 * Somebody whose identity is not proven shares a small part with all others of whom that is true.
 */
export type Sender = { network: string; personId: string | null };

const MEGABYTE = 1024 * 1024;
const MOST = { total: 256, strangers: 16, network: 128, networkOfStrangers: 1, person: 64 } as const;

const bytesHeld = () => processWide("body-budget", () => new Map<string, number>());

const sharesOf = ({ network, personId }: Sender): [share: string, most: number][] => [
  ["total", MOST.total],
  ...(personId === null
    ? ([
        ["strangers", MOST.strangers],
        [`stranger:${network}`, MOST.networkOfStrangers],
      ] satisfies [string, number][])
    : ([
        [`network:${network}`, MOST.network],
        [`person:${personId}`, MOST.person],
      ] satisfies [string, number][])),
];

/** What one body holds. `hold` throws a 429 when any share is used up; `release` gives everything back. */
export type Holding = { hold: (bytes: number) => void; release: () => void };

export function openHolding(sender: Sender): Holding {
  const held = bytesHeld();
  const shares = sharesOf(sender);
  let mine = 0;
  return {
    hold(bytes) {
      if (shares.some(([share, most]) => (held.get(share) ?? 0) + bytes > most * MEGABYTE)) throw tooMuchAtOnce();
      mine += bytes;
      for (const [share] of shares) held.set(share, (held.get(share) ?? 0) + bytes);
    },
    release() {
      for (const [share] of shares) {
        const left = (held.get(share) ?? 0) - mine;
        if (left > 0) held.set(share, left);
        else held.delete(share);
      }
      mine = 0;
    },
  };
}

const tooMuchAtOnce = () =>
  new AppError("busy", "Too much is being sent at once. Please try again in a moment.", {
    headers: { "retry-after": "2" },
  });
