import type { CheckResult } from "@/lib/contracts/terms/fraud";
import { counted, found, notChecked, nothingFound } from "./checked";

const LEAST = 10;

/**
 * Many sessions of one survey from one network of a provider (/24, or /48 of IPv6) within an hour: farms of devices
 * come so.
 *
 * Source: our rule. Limits: offices, campuses and carriers come so too, so that ten only just fail; private addresses
 * are not counted.
 *
 * @param sessions other sessions of the survey's last hour from there; null: there is no public address
 */
export function scoreSubnet(sessions: number | null): CheckResult {
  if (sessions === null) return notChecked;
  if (sessions < LEAST) return nothingFound;
  return found(
    Math.min(80, 50 + sessions),
    `${counted(sessions, "other session")} of the survey from its network within an hour`,
  );
}
