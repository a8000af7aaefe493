import * as passwordsCalls from "@/lib/contracts/calls/passwords";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Passwords from "@/lib/contracts/ours/passwords";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const passwords = contract<typeof Passwords>(passwordsCalls);

export const requestPasswordLink = async (email: string) =>
  (await api(passwords.requestPasswordLink, { body: { email } })).data;

export const lookUpPasswordLink = async (link: string) =>
  (await api(passwords.lookUpPasswordLink, { body: { link } })).data;

export const setPassword = async (body: BodyOf<typeof Passwords.setPassword>) =>
  (await api(passwords.setPassword, { body })).data;
