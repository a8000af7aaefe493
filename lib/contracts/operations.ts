import * as z from "zod";
import * as activation from "./activation";
import { matchPath } from "./addresses";
import * as analysis from "./analysis";
import * as apiKeys from "./api-keys";
import * as audit from "./audit";
import * as demand from "./demand";
import * as drafts from "./drafts";
import * as duplicates from "./duplicates";
import * as exports from "./exports";
import * as imports from "./imports";
import { isInterface } from "./interface-list";
import * as jobs from "./jobs";
import type { Operation } from "./operation";
import * as pivot from "./pivot";
import * as questions from "./questions";
import * as quotaTemplates from "./quota-templates";
import * as recordings from "./recordings";
import * as responses from "./responses";
import * as search from "./search";
import * as settings from "./settings";
import * as softLaunches from "./soft-launches";
import * as trends from "./trends";
import * as views from "./views";
import * as weights from "./weights";

/** Every contract; a test compares this list with the folder. */
const contracts: Record<string, unknown>[] = [
  ...[activation, analysis, apiKeys, audit, demand, drafts, duplicates, exports, imports, jobs, pivot, questions],
  ...[quotaTemplates, recordings, responses, search, settings, softLaunches, trends, views, weights],
];

export const isOperation = (value: unknown): value is Operation =>
  typeof value === "object" && value !== null && "body" in value && value.body instanceof z.ZodType && "rate" in value;

/** Every operation of every interface and of what is ours. */
export const allOperations: readonly Operation[] = contracts.flatMap((each) => Object.values(each).filter(isOperation));

/** The methods that an address of `/service` or `/api` has, in the order of its contract; none: nothing is there. */
export function methodsAt(path: string): string[] {
  const [, root, name = "", ...rest] = path.split("/");
  const isService = root === "service";
  const below = rest.length === 0 ? "" : `/${rest.join("/")}`;
  const here = allOperations.filter((operation) => {
    const isServed = isService ? isInterface(operation.interface) : operation.authentication !== "none"; // people sign in through /api/auth
    return isServed && operation.interface === name && matchPath(operation.path, below) !== null;
  });
  return [...new Set(here.map(({ method }) => method))];
}
