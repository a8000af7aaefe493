import "server-only";
import * as demand from "@/lib/contracts/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import { call, type SignedInContext } from "./call";

/** Reads of the demand interface that pass through as they are. */
export const listProjects = async (context: SignedInContext, query: QueryOf<typeof demand.listProjects>) =>
  (await call(context, demand.listProjects, { query })).data;

export const listUsers = async (context: SignedInContext, query: QueryOf<typeof demand.listUsers>) =>
  (await call(context, demand.listUsers, { query })).data;

export const listAccounts = async (context: SignedInContext, query: QueryOf<typeof demand.listAccounts>) =>
  (await call(context, demand.listAccounts, { query })).data;

export const getDefinitions = async (context: SignedInContext) => (await call(context, demand.getDefinitions)).data;

export const listQualifications = async (context: SignedInContext, query: QueryOf<typeof demand.listQualifications>) =>
  (await call(context, demand.listQualifications, { query })).data;

export const listResponses = async (context: SignedInContext, query: QueryOf<typeof demand.listResponses>) =>
  (await call(context, demand.listResponses, { query })).data;
