import type { Rate } from "@/lib/contracts/operation";
import type { InterfaceView } from "@/lib/contracts/settings";

/** What is said of a connection's interfaces, of what is known without asking any of them. */
type Ability = InterfaceView["abilities"][number];

type DemandSettings = {
  url: string | null;
  shape: "flat" | "grouped";
  addsQuotas: boolean;
  searches: boolean;
  requestsPerSecond: number;
};

const able = (sentence: string): Ability => ({ is_able: true, sentence });
const unable = (sentence: string): Ability => ({ is_able: false, sentence });

/** What the survey demand service of a connection can and cannot do, in sentences. */
export function demandAbilities({ url, shape, addsQuotas, searches }: DemandSettings): Ability[] {
  const isOurs = url === null;
  return [
    searches
      ? able("Searches, sorts and adds up surveys itself: lists are up to the moment.")
      : unable("Does not search, sort or add up: lists are answered from a copy, whose age is shown."),
    addsQuotas
      ? able("Adds quotas to a survey that exists.")
      : unable("Cannot add quotas to a survey that exists: they are set when it is created."),
    isOurs
      ? able("Knows revisions: a change meant for an older state of a survey is refused, and nothing is lost.")
      : unable(
          "Is not known to refuse changes meant for an older state: each save reads the survey again just before.",
        ),
    isOurs
      ? able("Recognises a repeated create by its key: a lost reply never makes a second survey.")
      : unable(
          "Is not known to recognise a repeated create: after a lost reply we look whether it happened, before saying.",
        ),
    able(`Writes surveys in the ${shape} shape; both shapes are read.`),
  ];
}

/** The rate that is kept for each person at the survey demand service. */
export function demandRate({ url, requestsPerSecond }: DemandSettings, others: readonly Rate[]): string {
  if (url === null) {
    return `These pages are answered in-process, without a limit. Any other client is held to ${requestsPerSecond} survey calls a second.`;
  }
  const responses = others.find(({ bucket }) => bucket === "responses");
  const beside = responses ? `, and ${perTime(responses)} for responses` : "";
  return `At most ${requestsPerSecond} survey calls in any second for each person${beside}. What comes faster waits its turn, writes first.`;
}

const perTime = ({ limit, windowMs }: Rate) =>
  `${limit.toLocaleString("en")} ${windowMs === 1000 ? "a second" : `in ${windowMs / 1000} seconds`}`;

type Absent = Pick<InterfaceView, "name" | "title" | "purpose">;

/** Interfaces of the product that this version does not have. */
const absent: readonly Absent[] = [
  { name: "activation", title: "Activation", purpose: "Duplicate check: what it looks at for which surveys" },
  { name: "analysis", title: "Analysis", purpose: "Trends of answers over time" },
  { name: "pivot", title: "Pivot", purpose: "Cross tables of answers" },
  { name: "quality", title: "Quality", purpose: "Respondents' quality, judged and cleaned" },
  { name: "fraud", title: "Fraud checks", purpose: "Whether a respondent is who he says he is" },
];

export const absentInterfaces = (): InterfaceView[] =>
  absent.map((each) => ({
    ...each,
    kind: "absent",
    host: null,
    health: null,
    abilities: [],
    credentials: null,
    rate: null,
  }));
