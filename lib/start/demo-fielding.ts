import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import { outcomeOfReason, type Reason, statusOf, type TurnedAway } from "@/lib/contracts/terms/fielding";
import { type Answers, type DemoQuota, prepareAnswers, type QuotaLayers } from "@/lib/start/demo-quotas";
import { at, type Random } from "@/lib/start/demo-random";
import { activityAt, minutesUntil, outcomeOfInterview } from "@/lib/start/respondent-model";

const MINUTE = 60_000;

export type DemoResponse = {
  rdud: string;
  status: ResponseStatus;
  reconciliationStatus: "Accepted" | "Rejected" | null;
  buyerCpi: number;
  answers: Answers;
  quotaIds: string[];
  startedAt: Date;
  endedAt: Date | null;
  /** Code of a demo supplier, and its own id of the respondent. */
  supplier: string;
  respondent: string;
  device: string;
  /** Whether they got to the entry link. */
  reached: boolean;
  /** Null: under way. */
  reason: string | null;
  expiresAt: Date;
};

/** Suppliers of the demo account, and how many of a hundred respondents each sends. */
export const demoSuppliers = [
  { code: "direct", name: "Direct", share: 10 },
  { code: "north", name: "North panel", share: 50 },
  { code: "river", name: "River panel", share: 28 },
  { code: "mosaic", name: "Mosaic exchange", share: 12 },
] as const;

export type Fielding = {
  layers: QuotaLayers;
  /** What counts in quotas: those who complete, or all who enter. */
  counting: "Completes" | "Survey Starts";
  /** How many are counted when the fielding ends. */
  target: number;
  /** Share of those who get to the end or screen out that get to the end, 0 to 1. */
  incidence: number;
  /** Median minutes of a complete. */
  minutes: number;
  /** As the survey says it, in minutes. */
  lengthOfInterview: number;
  from: Date;
  to: Date;
  now: Date;
  /** Hours ahead of UTC, for the hours of the day in which people answer. */
  utcOffset: number;
  priceAt: (moment: Date) => number;
};

type Session = {
  status: ResponseStatus;
  quotas: DemoQuota[];
  startedAt: number;
  endedAt: number | null;
  /** Why somebody was turned away before the entry link. */
  away?: TurnedAway;
};

function momentIn(random: Random, { from, to, utcOffset }: Fielding): number {
  for (let tries = 0; ; tries++) {
    const moment = Math.floor(random.between(from.getTime(), to.getTime()));
    const hour = (new Date(moment).getUTCHours() + utcOffset + 24) % 24;
    if (tries === 20 || random.chance(activityAt(hour))) return moment;
  }
}

/**
 * Sessions in the order of their start, so that nobody enters a full quota and no quota counts more than its number:
 * whoever will complete takes his places on entry. After a quota's last complete some who were under way in it
 * return too late. `beside` draws what else there is of a session, so that more of it changes no other figure.
 */
export function prepareResponses(random: Random, fielding: Fielding, beside: Random): DemoResponse[] {
  const counts = fielding.layers.map((layer) => layer.map(() => 0));
  const planned = planSessions(random, fielding, counts);
  const sessions = [
    ...planned,
    ...tooLate(random, fielding, counts, planned),
    ...turnedAway(beside, fielding, planned),
  ];
  return sessions.map(({ status, quotas, startedAt, endedAt, away }) => {
    const start = new Date(startedAt);
    const expiresAt = new Date(startedAt + Math.max(4 * 60, 10 * fielding.lengthOfInterview) * MINUTE);
    const isExpired = status === "in progress" && expiresAt <= fielding.now;
    const supplier = at(demoSuppliers, beside.weighted(demoSuppliers.map(({ share }) => share)) ?? 0).code;
    return {
      rdud: (away ? beside : random).uuidAt(start),
      ...{ supplier, respondent: `${supplier}-${beside.whole(10_000_000, 99_999_999)}`, expiresAt },
      device: at(DEVICES, beside.weighted([38, 54, 8]) ?? 0),
      reached: away === undefined,
      reason: away ?? (isExpired ? "expired" : reasonsOfStatus[status]),
      status,
      reconciliationStatus: null,
      buyerCpi: fielding.priceAt(start),
      answers: prepareAnswers(away ? beside : random, quotas),
      quotaIds: quotas.map(({ id }) => id),
      startedAt: start,
      endedAt: endedAt === null ? null : new Date(endedAt),
    };
  });
}

const DEVICES = ["desktop", "mobile", "tablet"];

/** Why a session that got to the survey ended as it did. Over quota it came too late to count. */
const reasonsOfStatus: Record<ResponseStatus, Reason | null> = {
  "in progress": null,
  complete: "complete",
  "standard termination": "client",
  "quality termination": "client",
  "security termination": "client",
  "overquota termination": "quota_full",
};

/** Of a hundred who enter so many are turned away besides. Who does not qualify is mostly not sent at all. */
const AWAY_PERCENT = 6;
const awayReasons: readonly { reason: TurnedAway; weight: number }[] = [
  { reason: "duplicate", weight: 60 },
  { reason: "quota_full", weight: 40 },
];

/** Those whom the checks before the entry link turned away, among the others by their time. */
function turnedAway(random: Random, fielding: Fielding, planned: Session[]): Session[] {
  const count = Math.round((planned.length * AWAY_PERCENT) / 100);
  return Array.from({ length: count }, (): Session => {
    const chosen = random.weighted(awayReasons.map(({ weight }) => weight)) ?? 0;
    const away = at(awayReasons, chosen).reason;
    const startedAt = Math.min(momentIn(random, fielding), fielding.now.getTime() - MINUTE);
    return { status: statusOf[outcomeOfReason[away]], quotas: [], startedAt, endedAt: startedAt, away };
  });
}

function planSessions(random: Random, fielding: Fielding, counts: number[][]): Session[] {
  const statuses: ResponseStatus[] = [];
  for (let counted = 0; counted < fielding.target; ) {
    const status = outcomeOfInterview(random, fielding.incidence);
    statuses.push(status);
    if (fielding.counting === "Survey Starts" || status === "complete") counted += 1;
  }
  const starts = statuses.map(() => momentIn(random, fielding)).sort((one, other) => one - other);
  const sessions: Session[] = [];
  for (const [index, status] of statuses.entries()) {
    const places = enter(random, fielding.layers, counts);
    if (!places) break;
    const startedAt = at(starts, index);
    const ended = startedAt + Math.round(minutesUntil(random, status, fielding.minutes) * MINUTE);
    const isUnderWay = ended >= fielding.now.getTime();
    const final: ResponseStatus = isUnderWay ? "in progress" : status;
    if (fielding.counting === "Survey Starts" || final === "complete") take(counts, places);
    sessions.push({
      status: final,
      quotas: places.map((place, layer) => at(at(fielding.layers, layer), place)),
      startedAt,
      endedAt: final === "in progress" ? null : ended,
    });
  }
  return sessions;
}

/** One quota with room of each layer, or undefined when a layer is full. */
function enter(random: Random, layers: QuotaLayers, counts: number[][]): number[] | undefined {
  const places: number[] = [];
  for (const [layer, quotas] of layers.entries()) {
    const taken = at(counts, layer);
    const place = random.weighted(quotas.map(({ quota }, index) => quota - at(taken, index)));
    if (place === undefined) return undefined;
    places.push(place);
  }
  return places;
}

function take(counts: number[][], places: number[]): void {
  for (const [layer, place] of places.entries()) {
    const taken = at(counts, layer);
    taken[place] = at(taken, place) + 1;
  }
}

function tooLate(random: Random, fielding: Fielding, counts: number[][], sessions: Session[]): Session[] {
  if (fielding.counting !== "Completes") return [];
  const [first = [], ...others] = fielding.layers;
  return first.flatMap((quota, index) => {
    if (at(at(counts, 0), index) < quota.quota || random.chance(0.4)) return [];
    const completes = sessions.filter(({ status, quotas }) => status === "complete" && quotas[0] === quota);
    const full = Math.max(...completes.map(({ endedAt }) => endedAt ?? 0));
    // His other quotas must have had room when he entered: those with room to this day had.
    const places = enter(random, others, counts.slice(1));
    const endedAt = full + random.whole(1, 6) * MINUTE;
    if (!places || endedAt >= fielding.now.getTime()) return [];
    const startedAt = full - Math.round(random.between(0.1, 0.9) * fielding.minutes * MINUTE);
    if (startedAt < fielding.from.getTime()) return [];
    const quotas = [quota, ...places.map((place, layer) => at(at(others, layer), place))];
    return [{ status: "overquota termination" as const, quotas, startedAt, endedAt }];
  });
}

/**
 * The buyer's reconciliation after the data are checked, with the share of completes rejected and of quality
 * terminations accepted. Only what is accepted can lift a count above its quota.
 */
export function reconcile(
  random: Random,
  responses: DemoResponse[],
  shares: { rejected: number; accepted: number },
): void {
  for (const response of responses) {
    if (response.status === "complete" && random.chance(shares.rejected)) response.reconciliationStatus = "Rejected";
    if (response.status === "quality termination" && random.chance(shares.accepted)) {
      response.reconciliationStatus = "Accepted";
    }
  }
}
