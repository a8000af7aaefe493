import * as z from "zod";
import { isObject, readText } from "../lenient";
import { noBody, noQuery, operation } from "../operation";
import { thingReply } from "../replies";
import { failureReasons, fraudListNames } from "../terms/fraud";
import * as words from "../words";
import { tidyNumber } from "./duplicate-selectors";
import { acts, described, forPages, own, tidied } from "./fraud-members";

/** What an account has at the fraud checks: single-use tokens, destination platforms, and what is ours beside them. */

/* Tokens */

const tokenReply = z
  .object({
    /** `timestamp`: when it was made. `expiration` is ours. */
    results: z.array(
      z.object({ message: z.string(), token: z.string(), timestamp: z.iso.datetime(), expiration: z.iso.datetime() }),
    ),
  })
  .meta({ id: "SingleUseTokenResult" });

export const getSingleUseToken = operation({
  ...acts,
  // A server needs one for each search, and all of its calls are one network's.
  ...forPages("token", 100),
  path: "/api/v3/respondents/get_token/{publishable_key}",
  name: "getSingleUseToken",
  method: "GET",
  summary: "A token for one call of a server within five minutes.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: tokenReply },
  reply: thingReply("token", (json) => {
    const results = isObject(json) && Array.isArray(json.results) ? json.results : [];
    const token = results.filter(isObject).map((result) => readText(result.token))[0];
    return token ? { token } : null;
  }),
  errors: [],
  rate: { bucket: "token", limit: 300, windowMs: 1000 },
});

/* Destination platforms */

const platform = words
  .object("A destination platform", { id: words.text("id", 100), name: words.text("name", 200) })
  .meta({ id: "Platform" });
export type Platform = z.output<typeof platform>;

const MOST_PLATFORMS = 500;

const platformReply = z.object({ results: z.array(platform) }).meta({ id: "PlatformList" });
const settingsRate = { bucket: "settings", limit: 10, windowMs: 1000 };
const byAccount = { ...own, rate: settingsRate } as const;

const platforms = {
  ...byAccount,
  path: "/api/v3/respondents/destination_platforms/{private_key}",
  response: { status: 200, schema: platformReply },
  reply: thingReply("list of destination platforms", (json) => {
    if (!isObject(json) || !Array.isArray(json.results)) return null;
    return json.results
      .filter(isObject)
      .map(({ id, name }) => ({ id: readText(id) ?? "", name: readText(name) ?? "" }));
  }),
} as const;

export const listPlatforms = operation({
  ...platforms,
  name: "listPlatforms",
  method: "GET",
  summary: "The account's destination platforms.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  errors: [],
});

export const setPlatforms = operation({
  ...platforms,
  name: "setPlatforms",
  method: "PATCH",
  summary: "(ours) Set the account's destination platforms: the whole list.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", {
    results: words
      .list("Destination platforms", platform, MOST_PLATFORMS)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
        error: "Each destination platform has an id of its own.",
      }),
  }),
  errors: [400],
});

/* (ours) The key that replies are encrypted with */

const encryptionState = z
  .object({
    /** When the key in use was created; null: there is none. */
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "EncryptionState" });

const encryptionPath = "/api/v3/respondents/encryption_key/{private_key}";

export const getEncryption = operation({
  ...byAccount,
  path: encryptionPath,
  name: "getEncryption",
  method: "GET",
  summary: "(ours) Whether the account has a key for encrypted replies, and since when.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: encryptionState },
  reply: encryptionState,
  errors: [],
});

const newEncryptionKey = z.object({ key: z.string(), created_at: z.iso.datetime() }).meta({ id: "NewEncryptionKey" });

export const createEncryptionKey = operation({
  ...byAccount,
  path: encryptionPath,
  name: "createEncryptionKey",
  method: "POST",
  summary:
    "(ours) Create the account's key for encrypted replies, 32 bytes in base64, shown once. It replaces the last.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", {}),
  response: { status: 200, schema: newEncryptionKey },
  reply: newEncryptionKey,
  errors: [400],
});

/* (ours) From which score respondents fail, and what another one would have done */

const threshold = words.integer("threshold", 1, 100);
const thresholdState = z
  .object({
    /** Of scores from 0 to 100; a survey may have its own. */
    threshold: z.int(),
  })
  .meta({ id: "Threshold" });

const thresholdPath = "/api/v3/respondents/threshold/{private_key}";

export const getThreshold = operation({
  ...byAccount,
  path: thresholdPath,
  name: "getThreshold",
  method: "GET",
  summary: "(ours) From which score respondents fail.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: thresholdState },
  reply: thresholdState,
  errors: [],
});

export const setThreshold = operation({
  ...byAccount,
  path: thresholdPath,
  name: "setThreshold",
  method: "PATCH",
  summary: "(ours) Set from which score respondents fail; verdicts that are kept stay as they are.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", { threshold }),
  response: { status: 200, schema: thresholdState },
  reply: thresholdState,
  errors: [400],
});

export const DRY_RUN_DAYS = 30;

const dryRun = z
  .object({
    /** Completes of the last thirty days, those of them that were searched for, and those that would have been stopped. */
    completes: z.int(),
    checked: z.int(),
    stopped: z.int(),
    reasons: z.array(z.object({ failure_reason: z.enum(failureReasons), completes: z.int() })),
    /** There were more completes than are looked at; the newest surveys come first. */
    more: z.boolean(),
  })
  .meta({ id: "ThresholdDryRun" });

export type DryRun = z.output<typeof dryRun>;

export const dryRunThreshold = operation({
  ...byAccount,
  path: "/api/v3/respondents/dry_run/{private_key}",
  name: "dryRunThreshold",
  method: "GET",
  summary: `(ours) Which completes of the last ${DRY_RUN_DAYS} days a threshold would have stopped. Nothing is changed.`,
  permission: "duplicates:read",
  query: words.object("The query", {
    threshold: z.preprocess(
      (value) => (typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : value),
      threshold,
    ),
    /** Left out: all surveys of the account. */
    sy_nr: z.preprocess(tidied, words.text("sy_nr", 100).transform(tidyNumber).optional()),
  }),
  body: noBody,
  described: { query: z.object({ threshold: described, sy_nr: described.optional() }) },
  takesTime: true,
  response: { status: 200, schema: dryRun },
  reply: dryRun,
  errors: [400, 404],
});

/* (ours) The lists of addresses */

const listState = z
  .object({
    name: z.enum([...fraudListNames, "countries"]),
    /** Networks in it; null: there is no such list, and nothing is checked by it. */
    entries: z.int().min(0).nullable(),
    /** When the file in use was last changed, and when it was read. */
    changed_at: z.iso.datetime().nullable(),
    read_at: z.iso.datetime().nullable(),
    /** Why a newer file is not used; null: there is none. */
    problem: z.string().nullable(),
  })
  .meta({ id: "AddressListState" });

const listStates = z.object({ lists: z.array(listState) }).meta({ id: "AddressListStates" });
export type ListState = z.output<typeof listState>;

export const listLists = operation({
  ...byAccount,
  path: "/api/v3/respondents/lists/{private_key}",
  name: "listLists",
  method: "GET",
  summary: "(ours) The lists of addresses that respondents are checked by, and how old they are.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: listStates },
  reply: listStates,
  errors: [],
});
