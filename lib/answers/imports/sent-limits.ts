import "server-only";
import { AppError } from "@/lib/http/problem";
import { KEPT_DAYS, sumUploads, type UploadHolder, uploadHolders } from "@/lib/stores/postgres/answer-files";
import type { Connection } from "@/lib/stores/postgres/client";

const GIGABYTE = 1024 ** 3;

/** How much of what was sent is kept at a time, so that neither a person nor an account fills the disk of all others. */
export const SENT_LIMITS = {
  person: { files: 200, bytes: 10 * GIGABYTE },
  account: { files: 1000, bytes: 40 * GIGABYTE },
} as const;

const DAY_MS = 86_400_000;

/**
 * Counts the uploads of a file's person and account on all instances, those that began before it included.
 * @throws AppError when they are more than `SENT_LIMITS` allows
 */
export async function refuseBeyondLimits(connection: Connection, id: string, of: Record<UploadHolder, string>) {
  for (const holder of uploadHolders) {
    const sum = await sumUploads(connection, id, holder, of[holder]);
    const { files, bytes } = SENT_LIMITS[holder];
    if (sum.files <= files && sum.bytes <= bytes) continue;
    const most = `${files} files or ${bytes / GIGABYTE} GB`;
    const whose = holder === "person" ? "one person" : "one account";
    const days = Math.max(1, Math.ceil((sum.oldest.getTime() - Date.now()) / DAY_MS + KEPT_DAYS));
    const sentence = `At most ${most} sent by ${whose} are kept, each for a week. Room is free again ${days === 1 ? "within a day" : `in ${days} days`}; if you cannot wait, ask who runs this installation.`;
    throw new AppError("invalid", sentence, { status: 413 });
  }
}
