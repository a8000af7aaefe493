import * as z from "zod";
import { matchPath } from "./addresses";
import { isService } from "./interface-list";
import * as activation from "./interfaces/activation";
import * as analysis from "./interfaces/analysis";
import * as demand from "./interfaces/demand";
import * as fielding from "./interfaces/fielding";
import { fraudOperations } from "./interfaces/fraud";
import * as pivot from "./interfaces/pivot";
import { qualityOperations } from "./interfaces/quality";
import type { Operation } from "./operation";
import * as apiKeys from "./ours/api-keys";
import * as audit from "./ours/audit";
import * as checks from "./ours/checks";
import * as coherenceRules from "./ours/coherence-rules";
import * as deck from "./ours/deck";
import * as demoData from "./ours/demo-data";
import * as drafts from "./ours/drafts";
import * as duplicates from "./ours/duplicates";
import * as exclusions from "./ours/exclusions";
import * as exports from "./ours/exports";
import * as imports from "./ours/imports";
import * as interviews from "./ours/interviews";
import * as invitations from "./ours/invitations";
import * as jobs from "./ours/jobs";
import * as pageOrigins from "./ours/page-origins";
import * as passwords from "./ours/passwords";
import * as pivots from "./ours/pivots";
import * as questionChanges from "./ours/question-changes";
import * as questions from "./ours/questions";
import * as quotaTemplates from "./ours/quota-templates";
import * as recordings from "./ours/recordings";
import * as respondents from "./ours/respondents";
import * as responses from "./ours/responses";
import * as scoringFeed from "./ours/scoring-feed";
import * as search from "./ours/search";
import * as settings from "./ours/settings";
import * as slideTemplates from "./ours/slide-templates";
import * as softLaunches from "./ours/soft-launches";
import * as trends from "./ours/trends";
import * as views from "./ours/views";
import * as weights from "./ours/weights";

/** Every contract; a test compares this list with the folder. */
const contracts: (Record<string, unknown> | readonly unknown[])[] = [
  ...[
    activation,
    analysis,
    apiKeys,
    audit,
    coherenceRules,
    checks,
    deck,
    demand,
    demoData,
    drafts,
    duplicates,
    exclusions,
    exports,
    fielding,
    fraudOperations,
    imports,
    interviews,
    invitations,
    jobs,
    pageOrigins,
    passwords,
    pivot,
    pivots,
    questionChanges,
    questions,
  ],
  { ...qualityOperations }, // three versions of one definition, which have no names of their own
  ...[
    quotaTemplates,
    recordings,
    respondents,
    responses,
    scoringFeed,
    search,
    settings,
    slideTemplates,
    softLaunches,
    trends,
    views,
    weights,
  ],
];

export const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "body" in value && value.body instanceof z.ZodType && "rate" in value;

/** Every operation of every interface and of what is ours. */
export const allOperations: readonly Operation[] = contracts.flatMap((each) => Object.values(each).filter(isOperation));

/** The methods that an address of `/service` or `/api` has, in the order of its contract; none: nothing is there. */
export const methodsAt = (path: string): string[] => [...new Set(operationsAt(path).map(({ method }) => method))];

/** Whether pages of other sites may call an address: their browsers ask first (`OPTIONS`). */
export const isForPages = (path: string): boolean => operationsAt(path).some(({ cors }) => cors !== undefined);

/** An address of `/service` or `/api` as its contract declares it; null: nothing is there. Of two the one with fewer parts. */
export function declaredPathAt(path: string): string | null {
  const parts = (declared: string) => declared.split("{").length;
  const [found] = operationsAt(path).toSorted((one, other) => parts(one.path) - parts(other.path));
  return found ? `/${path.split("/")[1]}/${found.interface}${found.path}` : null;
}

function operationsAt(path: string): Operation[] {
  const [, root, name = "", ...rest] = path.split("/");
  const isAtService = root === "service";
  const below = rest.length === 0 ? "" : `/${rest.join("/")}`;
  return allOperations.filter((operation) => {
    const isOfService = isService(operation.interface);
    // People sign in through /api/auth, not as clients of a service do.
    const isServed = isAtService ? isOfService : operation.authentication !== "none" || !isOfService;
    return isServed && operation.interface === name && matchPath(operation.path, below) !== null;
  });
}
