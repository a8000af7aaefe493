import { queryOptions } from "@tanstack/react-query";
import * as checksCalls from "@/lib/contracts/calls/checks";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Checks from "@/lib/contracts/ours/checks";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const checks = contract<typeof Checks>(checksCalls);

type Account = string | undefined;
const ofAccount = (account: Account) => (account === undefined ? {} : { account_id: account });

export type Session = { survey: string; session: string };

export const checkKey = (account: Account, { survey, session }: Session) => [
  ...["checks", "respondent"],
  ...[account, survey, session],
];

/** What is known of a respondent. */
export const checkQuery = (account: Account, asked: Session) =>
  queryOptions({
    queryKey: checkKey(account, asked),
    queryFn: async ({ signal }): Promise<Checks.CheckedRespondent> => {
      const query = { ...ofAccount(account), sy_nr: asked.survey, sn_ud: asked.session };
      return (await api(checks.findCheck, { query, signal })).data;
    },
  });

/** What a person fills in, without what they left empty. */
export type CheckInput = Partial<Record<string, string>> & { sy_nr: string; sn_ud: string };

export const createCheck = async (account: Account, { q_id, text, ...respondent }: CheckInput) => {
  const answer = text !== undefined && { answer: { q_id: q_id ?? "1", text } };
  return (await api(checks.createCheck, { body: { ...ofAccount(account), ...respondent, ...answer } })).data;
};

export const reasonsQuery = (account: Account, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ["checks", "reasons", account, days],
    queryFn: async ({ signal }) =>
      (await api(checks.listReasons, { query: { ...ofAccount(account), ...days }, signal })).data.counts,
    staleTime: 0,
  });

export const settingsQuery = (account: Account) =>
  queryOptions({
    queryKey: ["checks", "settings", account],
    queryFn: async ({ signal }) =>
      (await api(checks.getCheckSettings, { query: { ...ofAccount(account) }, signal })).data,
  });

type SettingsChange = Omit<BodyOf<typeof Checks.updateCheckSettings>, "account_id">;

export const updateSettings = async (account: Account, change: SettingsChange) =>
  (await api(checks.updateCheckSettings, { body: { ...ofAccount(account), ...change } })).data;

/** Which completes a threshold would have stopped: of one survey, or of all of the account. */
export const dryRunQuery = (account: Account, threshold: number, survey?: string) =>
  queryOptions({
    queryKey: ["checks", "dry-run", account, threshold, survey],
    queryFn: async ({ signal }) => {
      const query = { ...ofAccount(account), threshold, ...(survey !== undefined && { sy_nr: survey }) };
      return (await api(checks.previewThreshold, { query, signal })).data;
    },
  });

export const createReplyKey = async (account: Account) =>
  (await api(checks.createReplyKey, { body: ofAccount(account) })).data;
