import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { createTestLink as operation } from "@/lib/contracts/interfaces/fielding";
import { DIRECT } from "@/lib/contracts/terms/fielding";
import { appSecret, publicUrl } from "@/lib/env";
import { invalid } from "@/lib/http/read-request";
import { db } from "@/lib/stores/postgres/client";
import { hasSupplier } from "@/lib/stores/postgres/suppliers";
import type { Answer, Call } from "../service";
import { ownFielding } from "./sessions";

/** A test link can be begun with for a day. */
const VALID_MS = 24 * 3_600_000;

const sign = (surveyId: string, until: number) =>
  createHmac("sha256", appSecret()).update(`test link\0${surveyId}\0${until}`).digest("base64url").slice(0, 22);

/** The parameter `test` of an entry address: until when it is good, signed. */
export const testToken = (surveyId: string, until: number): string => `${until}.${sign(surveyId, until)}`;

/** Whether a token makes an entry of this survey a test. */
export function isTestToken(token: string, surveyId: string, now: number): boolean {
  const [until = "", signature = ""] = token.split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now) return false;
  const expected = Buffer.from(sign(surveyId, Number(until)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const TEST_RESPONDENT = /^test-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The respondent of a test: one that a test's own screener passed on, else a new one; never one of a supplier's. */
export const testRespondent = (given: string | null): string =>
  given !== null && TEST_RESPONDENT.test(given) ? given : `test-${crypto.randomUUID()}`;

/** `POST /test-links`: each visit of it is a new respondent. */
export async function createTestLink({ viewer, body }: Call<typeof operation>): Promise<Answer> {
  const { id, accountId } = await ownFielding(viewer, body.survey_id);
  if (body.supplier !== DIRECT && !(await hasSupplier(db(), accountId, body.supplier))) {
    throw invalid({ supplier: "The survey's account has no supplier with this code." });
  }
  const until = Date.now() + VALID_MS;
  const supplier = body.supplier === DIRECT ? "" : `supplier=${encodeURIComponent(body.supplier)}&`;
  const url = `${publicUrl()}/enter/${id}?${supplier}test=${testToken(id, until)}`;
  return { body: { url, expires_at: new Date(until).toISOString() } };
}
