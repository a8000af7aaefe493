import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as apiKeysCalls from "@/lib/contracts/calls/api-keys";
import * as demoDataCalls from "@/lib/contracts/calls/demo-data";
import * as fieldingCalls from "@/lib/contracts/calls/fielding";
import * as invitationsCalls from "@/lib/contracts/calls/invitations";
import * as pageOriginsCalls from "@/lib/contracts/calls/page-origins";
import * as settingsCalls from "@/lib/contracts/calls/settings";
import type * as Fielding from "@/lib/contracts/interfaces/fielding";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Keys from "@/lib/contracts/ours/api-keys";
import type * as DemoData from "@/lib/contracts/ours/demo-data";
import type * as Invitations from "@/lib/contracts/ours/invitations";
import type * as Origins from "@/lib/contracts/ours/page-origins";
import type * as Settings from "@/lib/contracts/ours/settings";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const demo = contract<typeof DemoData>(demoDataCalls);
const fielding = contract<typeof Fielding>(fieldingCalls);
const invitations = contract<typeof Invitations>(invitationsCalls);
const keys = contract<typeof Keys>(apiKeysCalls);
const origins = contract<typeof Origins>(pageOriginsCalls);
const settings = contract<typeof Settings>(settingsCalls);

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["settings", "sessions"],
    queryFn: async ({ signal }) => (await api(settings.listSessions, { signal })).data,
  });

/** Where the identity provider ends its own session; null: there is none to end. */
export const signOutAddress = async () => (await api(settings.getSignOut)).data.address;

export const connectionQuery = () =>
  queryOptions({
    queryKey: ["settings", "connection"],
    queryFn: async ({ signal }) => (await api(settings.getConnection, { signal })).data,
    // Health is what it is now.
    staleTime: 5000,
  });

/** Null: the connection's lists are read from the service itself. */
export const surveyCopyQuery = () =>
  queryOptions({
    queryKey: ["settings", "survey-copy"],
    queryFn: async ({ signal }) => (await api(settings.getSurveyCopy, { signal })).data.copy,
  });

export const refreshCopy = async () => (await api(settings.refreshSurveyCopy, { body: {} })).data.copy;

export const serviceHealthQuery = () =>
  queryOptions({
    queryKey: ["settings", "service-health"],
    queryFn: async ({ signal }) => (await api(settings.getServiceHealth, { signal })).data,
  });

export const checkServices = async () => (await api(settings.checkServiceHealth, { body: {} })).data;

export const peopleQuery = (asked: { search: string; page: number }) =>
  queryOptions({
    queryKey: ["settings", "people", asked],
    queryFn: async ({ signal }) => (await api(settings.listPeople, { query: asked, signal })).data,
    placeholderData: keepPreviousData,
  });

export const keysQuery = () =>
  queryOptions({
    queryKey: ["settings", "keys"],
    queryFn: async ({ signal }) => (await api(keys.listKeys, { signal })).data,
  });

export const createKey = async (body: BodyOf<typeof Keys.createKey>) => (await api(keys.createKey, { body })).data;

export const pageOriginsQuery = () =>
  queryOptions({
    queryKey: ["settings", "origins"],
    queryFn: async ({ signal }) => (await api(origins.listPageOrigins, { signal })).data,
  });

export const setPageOrigins = async (body: BodyOf<typeof Origins.setPageOrigins>) =>
  (await api(origins.setPageOrigins, { body })).data;

export const rotateKey = async (body: BodyOf<typeof Keys.rotateKey>) => (await api(keys.rotateKey, { body })).data;

export const revokeKey = async (id: string) => (await api(keys.revokeKey, { body: { id } })).data;

export const demoDataQuery = () =>
  queryOptions({
    queryKey: ["settings", "demo"],
    queryFn: async ({ signal }) => (await api(demo.getDemoData, { signal })).data,
  });

export const removeDemoData = async (request_id: string) =>
  (await api(demo.removeDemoData, { body: { request_id } })).data;

export const hashingQuery = () =>
  queryOptions({
    queryKey: ["settings", "hashing"],
    queryFn: async ({ signal }) => (await api(fielding.listHashing, { signal })).data,
  });

export const updateHashing = async (body: BodyOf<typeof Fielding.updateHashing>) =>
  (await api(fielding.updateHashing, { body })).data;

export const updateMine = async (body: BodyOf<typeof Settings.updateMine>) =>
  (await api(settings.updateMine, { body })).data;

export const endSession = async (id: string) => (await api(settings.endSession, { body: { id } })).data;

export const endOtherSessions = async () => (await api(settings.endOtherSessions, { body: {} })).data;

export const inviteUser = async (body: BodyOf<typeof Invitations.inviteUser>) =>
  (await api(invitations.inviteUser, { body })).data;

export const createPasswordLink = async (email: string) =>
  (await api(invitations.createPasswordLink, { body: { email } })).data;

export const changeRole = async (body: BodyOf<typeof Settings.changeRole>) =>
  (await api(settings.changeRole, { body })).data;

export const removeIdentity = async (id: string) => (await api(settings.removeIdentity, { body: { id } })).data;
