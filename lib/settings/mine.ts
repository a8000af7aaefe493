import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/settings";
import type { SignedInContext } from "@/lib/gateway/call";
import { db } from "@/lib/stores/postgres/client";
import { updateSettings } from "@/lib/stores/postgres/people";

/** Keeps what the viewer chose, and gives what holds now. */
export async function updateMine(
  { viewer }: SignedInContext<SessionViewer>,
  { time_zone, number_format, last_project_id }: BodyOf<typeof contract.updateMine>,
) {
  await updateSettings(db(), viewer.personId, {
    ...(time_zone !== undefined && { timeZone: time_zone }),
    ...(number_format !== undefined && { numberFormat: number_format }),
    ...(last_project_id !== undefined && { lastProjectId: last_project_id }),
  });
  const { timeZone, numbers } = viewer.settings;
  return { time_zone: time_zone ?? timeZone, number_format: number_format ?? numbers };
}
