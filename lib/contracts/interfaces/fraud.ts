import {
  createEncryptionKey,
  dryRunThreshold,
  getEncryption,
  getSingleUseToken,
  getThreshold,
  listLists,
  listPlatforms,
  setPlatforms,
  setThreshold,
} from "./fraud-account";
import { reviewFromBody, reviewFromQuery, reviewFromServer } from "./fraud-review";
import { searchFromBody, searchFromQuery, searchFromServer } from "./fraud-search";

/**
 * The fraud checks (4.6 of the specification): respondents searched for, open texts reviewed, single-use tokens and
 * destination platforms. An account's key stands in the path: a publishable one where a respondent's browser calls, a
 * private one where a server does. What is ours is marked so; a reader works without it.
 */
export const fraudOperations = [
  searchFromQuery,
  searchFromBody,
  searchFromServer,
  reviewFromQuery,
  reviewFromBody,
  reviewFromServer,
  getSingleUseToken,
  listPlatforms,
  setPlatforms,
  getEncryption,
  createEncryptionKey,
  getThreshold,
  setThreshold,
  dryRunThreshold,
  listLists,
] as const;
