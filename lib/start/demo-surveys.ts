import { instantOf, localIn } from "@/lib/contracts/calendar/out-of-field";
import { type TimeZone, timeZones } from "@/lib/contracts/calendar/time-zones";
import type { SurveyStatus } from "@/lib/contracts/interfaces/survey-fields";
import { minimumPrice } from "@/lib/contracts/rules/price";
import { countries } from "@/lib/service/demand/catalogue";
import { type DemoResponse, type Fielding, prepareResponses, reconcile } from "@/lib/start/demo-fielding";
import { type DemoQuota, prepareQuotas } from "@/lib/start/demo-quotas";
import { at, type Random, randomFrom } from "@/lib/start/demo-random";
import type { surveys } from "@/lib/stores/postgres/schema/demand";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The surveys of an ordinary demo, each with a whole field period of sessions; any beyond have a handful. */
export const RICH_SURVEYS = 400;
export const RICH_PROJECTS = 12;
/** Surveys of each project beyond those. */
const SURVEYS_PER_PROJECT = 33;

type SurveyRow = Required<typeof surveys.$inferInsert>;
export type DemoSurvey = { survey: SurveyRow; quotas: DemoQuota[]; responses: DemoResponse[] };

const studies = [
  { name: "Brand tracker", round: "wave", latest: 38 },
  { name: "Ad test", round: "cut", latest: 6 },
  { name: "Customer satisfaction", round: "wave", latest: 17 },
  { name: "Usage and attitude", round: "phase", latest: 5 },
  { name: "Concept test", round: "round", latest: 7 },
  { name: "Packaging test", round: "design", latest: 9 },
  { name: "Pricing study", round: "cell", latest: 8 },
  { name: "Media habits", round: "wave", latest: 12 },
  { name: "Product placement", round: "batch", latest: 10 },
  { name: "Segmentation", round: "part", latest: 5 },
  { name: "Shopper journey", round: "wave", latest: 9 },
  { name: "Health omnibus", round: "wave", latest: 26 },
] as const;

const sectors = [
  "snacks, coffee, soft drinks, pet food, home care, skin care, banking, insurance, mobile networks, streaming",
  "travel, airlines, hotels, electric cars, groceries, fashion, toys, energy, games, fitness, pharmacy, furniture",
].flatMap((line) => line.split(", "));

const study = (project: number) => at(studies, project % studies.length);

/** The first projects are the studies themselves; later ones are the same studies of a sector, again and again. */
function sectorOf(project: number): string {
  if (project < RICH_PROJECTS) return "";
  const index = Math.floor(project / studies.length) - 1;
  const again = Math.floor(index / sectors.length);
  return ` ${at(sectors, index % sectors.length)}${again > 0 ? ` ${again + 1}` : ""}`;
}

export const demoProjectName = (project: number): string => `${study(project).name}${sectorOf(project)}`;

/** The project a survey belongs to, both counted from 0: independent of how many there are, so that more can follow. */
export function projectOfSurvey(index: number): number {
  if (index < RICH_SURVEYS) return slotOf(index) % RICH_PROJECTS;
  return RICH_PROJECTS + Math.floor((index - RICH_SURVEYS) / SURVEYS_PER_PROJECT);
}

/** How many projects this many surveys need. */
export const projectsFor = (surveyCount: number): number =>
  surveyCount <= RICH_SURVEYS ? RICH_PROJECTS : projectOfSurvey(surveyCount - 1) + 1;

/** Mixes old and new surveys, so that any number of them from the first on has some of each. */
const slotOf = (index: number): number => (index * 177) % RICH_SURVEYS;

/** What makes a live survey look well or ill. */
const healths = [
  "on pace",
  "behind",
  "on pace",
  "low incidence",
  "nearly full",
  "long interviews",
  "on pace",
  "below the floor",
  "nearly out of field",
  "on pace",
  "silent for a day",
  "just live",
  "ahead",
] as const;
type Health = (typeof healths)[number];

export type Plan = {
  status: SurveyStatus;
  health: Health;
  /** Counted from 0, like countries. */
  project: number;
  /** 0 is the newest. */
  round: number;
  country: number;
  rich: boolean;
};

/** Of every 400: 40 drafts, 40 live, 20 paused, 300 complete; a project's newest round is under way, older ones are done. */
export function planSurvey(index: number): Plan {
  const rich = index < RICH_SURVEYS;
  const slot = rich ? slotOf(index) : (index - RICH_SURVEYS) % SURVEYS_PER_PROJECT;
  const project = projectOfSurvey(index);
  const place = rich ? Math.floor(slot / RICH_PROJECTS) : slot;
  const isUnderWay = rich ? slot < RICH_SURVEYS / 4 : place < countries.length;
  const turn = rich ? slot : slot + project;
  const present: SurveyStatus[] = ["Live", "Draft", "Live", "Draft", "Paused"];
  return {
    status: isUnderWay ? at(present, turn % present.length) : "Complete",
    health: at(healths, Math.floor((turn * 2) / present.length) % healths.length),
    project,
    round: Math.floor(place / countries.length),
    country: (place + project) % countries.length,
    rich,
  };
}

const zoneIds: Record<string, readonly string[]> = {
  US: ["Eastern Standard Time", "Eastern Standard Time", "Central Standard Time", "Pacific Standard Time"],
  GB: ["GMT Standard Time"],
  DE: ["W. Europe Standard Time"],
  FR: ["Romance Standard Time"],
  ES: ["Romance Standard Time"],
  IT: ["W. Europe Standard Time"],
  CA: ["Eastern Standard Time", "Pacific Standard Time"],
  AU: ["AUS Eastern Standard Time"],
};
const zones = new Map(timeZones.map((zone) => [zone.windowsId, zone]));
const utcOffsets: Record<string, number> = { US: -6, GB: 0, DE: 1, FR: 1, ES: 1, IT: 1, CA: -5, AU: 10 };

function zoneFor(random: Random, countryCode: string): TimeZone {
  const zone = zones.get(random.pick(zoneIds[countryCode] ?? []));
  if (!zone) throw new Error(`There is no time zone for ${countryCode}.`);
  return zone;
}

type OutOfField = { local: string; at: Date };
type Timeline = {
  createdAt: Date;
  wentLiveAt: Date | null;
  /** Until when sessions start. */
  fieldUntil: Date;
  outOfField: OutOfField;
  /** Ended because every place was taken, not because time was over. */
  full: boolean;
};

function endOfDay(day: Date, zone: TimeZone): OutOfField {
  const local = `${localIn(day, zone).slice(0, 10)} 23:59:59`;
  return { local, at: instantOf(local, zone) };
}

function onTheHour(moment: Date, zone: TimeZone): OutOfField {
  const local = `${localIn(moment, zone).slice(0, 13)}:00:00`;
  return { local, at: instantOf(local, zone) };
}

function prepareTimeline(random: Random, plan: Plan, now: Date, zone: TimeZone): Timeline {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const setUp = random.between(0.3, 9);
  const { status, health, round } = plan;
  if (status === "Draft") {
    const outOfField = endOfDay(ago(-random.between(7, 40)), zone);
    return { createdAt: ago(random.between(0.1, 25)), wentLiveAt: null, fieldUntil: now, outOfField, full: false };
  }
  if (status === "Live") {
    const live = health === "just live" ? random.between(0.02, 0.08) : random.between(3, 14);
    const left = random.between(3, 12);
    const outOfField =
      health === "nearly out of field" ? onTheHour(ago(-random.between(3, 20) / 24), zone) : endOfDay(ago(-left), zone);
    const fieldUntil = health === "silent for a day" ? ago(random.between(26, 40) / 24) : now;
    return { createdAt: ago(live + setUp), wentLiveAt: ago(live), fieldUntil, outOfField, full: false };
  }
  if (status === "Paused") {
    const stopped = random.between(0.4, 4);
    const live = stopped + random.between(2, 18);
    const outOfField = endOfDay(ago(-random.between(2, 14)), zone);
    const fieldUntil = ago(stopped);
    return { createdAt: ago(live + setUp), wentLiveAt: ago(live), fieldUntil, outOfField, full: false };
  }
  const ended = Math.max(0, round - 1) * 80 + random.between(3, 78);
  const live = ended + random.between(3, 20);
  const full = random.chance(0.8);
  const outOfField = endOfDay(ago(full ? ended - random.between(0, 6) : ended), zone);
  const fieldUntil = full ? ago(ended) : outOfField.at;
  return { createdAt: ago(live + setUp), wentLiveAt: ago(live), fieldUntil, outOfField, full };
}

/** How much of its respondents a survey has at this moment. */
function share(
  random: Random,
  { status, health }: Plan,
  { wentLiveAt, fieldUntil, outOfField, full }: Timeline,
): number {
  if (status === "Draft" || !wentLiveAt) return 0;
  if (status === "Paused") return random.between(0.15, 0.8);
  if (status === "Complete") return full ? 1 : random.between(0.55, 0.97);
  const wentLive = wentLiveAt.getTime();
  const elapsed = (fieldUntil.getTime() - wentLive) / (outOfField.at.getTime() - wentLive);
  const paces: Record<Health, number> = {
    "on pace": random.between(0.93, 1.07),
    behind: random.between(0.3, 0.55),
    "low incidence": random.between(0.4, 0.6),
    "nearly full": random.between(0.9, 0.96) / elapsed,
    "long interviews": random.between(0.8, 1),
    "below the floor": random.between(0.5, 0.7),
    "nearly out of field": random.between(0.75, 0.9),
    "silent for a day": random.between(0.9, 1),
    "just live": 0,
    ahead: random.between(1.25, 1.5),
  };
  return Math.min(0.96, elapsed * paces[health]);
}

const cents = (usd: number) => Math.round(usd * 100) / 100;

/** The price per complete over time: as offered today, before a raise a little less. */
function preparePrices(random: Random, plan: Plan, floor: number, { wentLiveAt, fieldUntil }: Timeline) {
  const isBelow = plan.status === "Live" ? plan.health === "below the floor" : random.chance(0.08);
  const offered = Math.max(0.25, cents(floor * (isBelow ? random.between(0.7, 0.92) : random.between(1, 1.4))));
  const raised = wentLiveAt && !isBelow && random.chance(0.2);
  if (!raised) return { offered, raisedAt: null, at: () => offered };
  const before = Math.max(0.25, cents(offered - random.whole(1, 5) * 0.1));
  const length = fieldUntil.getTime() - wentLiveAt.getTime();
  const raisedAt = new Date(wentLiveAt.getTime() + length * random.between(0.3, 0.7));
  return { offered, raisedAt, at: (moment: Date) => (moment < raisedAt ? before : offered) };
}

const lengths = [3, 5, 5, 7, 8, 8, 10, 10, 10, 12, 12, 15, 15, 18, 20, 20, 25, 30];
const incidences = [15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 60, 65, 70, 75, 80, 80, 85, 90, 95];
const sizes = [50, 75, 80, 100, 100, 120, 150, 150, 200, 200, 250, 300];
const devices = [["desktop", "mobile", "tablet"], ["desktop", "mobile", "tablet"], ["desktop", "tablet"], ["mobile"]];

function prepareSize(random: Random, rich: boolean, incidence: number): number {
  if (rich) return random.pick(incidence < 35 ? [50, 60, 80, 100] : sizes);
  return random.chance(0.01) ? 50 : random.pick([3, 4, 4, 5, 6]);
}

function prepareFielding(
  random: Random,
  beside: Random,
  plan: Plan,
  fielding: Omit<Fielding, "target" | "incidence" | "minutes"> & { respondents: number },
  estimate: { incidence: number; minutes: number; share: number },
): DemoResponse[] {
  const isLow = plan.status === "Live" && plan.health === "low incidence";
  const isLong = plan.status === "Live" && plan.health === "long interviews";
  const target = Math.round(fielding.respondents * estimate.share);
  const options: Fielding = {
    ...fielding,
    // A live survey keeps a place.
    target: plan.status === "Complete" ? target : Math.min(target, fielding.respondents - 1),
    incidence: Math.min(1, (estimate.incidence / 100) * (isLow ? random.between(0.35, 0.5) : random.between(0.9, 1.1))),
    minutes: estimate.minutes * (isLong ? random.between(1.5, 1.9) : random.between(0.9, 1.1)),
  };
  const responses = prepareResponses(random, options, beside);
  if (plan.status === "Complete" && random.chance(0.3))
    reconcile(random, responses, { rejected: random.between(0.02, 0.1), accepted: 0.03 });
  if (plan.status === "Live" && random.chance(0.2)) reconcile(random, responses, { rejected: 0.02, accepted: 0 });
  return responses;
}

function nameOf(random: Random, plan: Plan): string {
  const { name, round, latest } = study(plan.project);
  // A tracker that never had as many waves as it is asked for starts again at 1.
  const number = Math.max(1, latest - plan.round);
  const boost = random.chance(0.06) ? " boost" : "";
  return `${name}${sectorOf(plan.project)} ${at(countries, plan.country).code} ${round} ${number}${boost}`;
}

const language = (random: Random, country: (typeof countries)[number]): string => {
  const [first, second] = country.language_options;
  const hasTwo = country.code === "CA" || country.code === "US";
  return (hasTwo && second && random.chance(0.2) ? second.code : first?.code) ?? "EN";
};

const links = [
  "rid=[%RID%]",
  "rid=[%RID%]",
  "respondent=[%RID%]&age=[%AGE%]&gender=[%GENDER%]",
  "source=panel&id=[%RID%]&region=[%REGION%]",
];

/** Where the interviews of surveys that came with the demo would be. */
export const DEMO_ENTRY = "https://surveys.example";

export type SurveyPlace = { accountId: string; projectId: string };

/**
 * The demo survey with this number, with its quotas and all its sessions: the same for the same seed and moment,
 * whichever others are made. `plan` stands in for the survey's own.
 */
export function prepareSurvey(
  index: number,
  { accountId, projectId }: SurveyPlace,
  { now, seed, plan = planSurvey(index) }: { now: Date; seed: number; plan?: Plan },
): DemoSurvey {
  const random = randomFrom(seed, index);
  const country = at(countries, plan.country);
  const zone = zoneFor(random, country.code);
  const timeline = prepareTimeline(random, plan, now, zone);
  const incidence = random.pick(incidences);
  const minutes = random.pick(lengths);
  const respondents = prepareSize(random, plan.rich, incidence);
  const counting = random.chance(0.06) ? ("Survey Starts" as const) : ("Completes" as const);
  const prices = preparePrices(random, plan, minimumPrice(minutes, incidence), timeline);
  const { createdAt, wentLiveAt, fieldUntil, outOfField } = timeline;
  const layers = prepareQuotas(random, { countryCode: country.code, respondents, createdAt });
  const responses = wentLiveAt
    ? prepareFielding(
        random,
        randomFrom(seed, index, 1),
        plan,
        {
          layers,
          counting,
          respondents,
          from: wentLiveAt,
          to: fieldUntil,
          now,
          lengthOfInterview: minutes,
          utcOffset: utcOffsets[country.code] ?? 0,
          priceAt: prices.at,
        },
        { incidence, minutes, share: share(random, plan, timeline) },
      )
    : [];
  const changes = [createdAt, wentLiveAt, prices.raisedAt, plan.status === "Live" ? null : wentLiveAt && fieldUntil];
  const survey: SurveyRow = {
    id: random.uuidAt(createdAt),
    accountId,
    projectId,
    name: nameOf(random, plan),
    status: plan.status,
    respondents,
    countryCode: country.code,
    languageCode: language(random, country),
    lengthOfInterview: minutes,
    incidenceRate: incidence,
    collectsPii: random.chance(0.05),
    hashingEnabled: random.chance(0.3),
    outOfFieldDate: outOfField.local,
    outOfFieldTimezone: zone.name,
    outOfFieldAt: outOfField.at,
    deviceCompatibilities: random.pick(devices),
    calculationType: counting,
    trafficControlLimitType: at(["None", "Even Pacing", "Accelerated Pacing"], random.weighted([6, 3, 1]) ?? 0),
    entryLink: `${DEMO_ENTRY}/s/${random.whole(100_000, 999_999)}?${random.pick(links)}`,
    offeredPricePerComplete: prices.offered,
    wentLiveAt,
    createdAt,
    updatedAt: new Date(Math.max(...changes.map((change) => change?.getTime() ?? 0))),
  };
  return { survey, quotas: layers.flat(), responses };
}
