import "server-only";
import { AppError } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";

const GIGABYTE = 1024 ** 3;

/** How much of what was sent is kept at a time, so that neither a person nor an account fills the disk of all others. */
export const SENT_LIMITS = {
  person: { files: 200, bytes: 10 * GIGABYTE },
  account: { files: 1000, bytes: 40 * GIGABYTE },
} as const;

type Holder = keyof typeof SENT_LIMITS;

/** A file that is kept or being sent, with its holders' ids. `sentAt`: epoch milliseconds. */
export type HeldFile = Record<Holder, string> & { id: string; bytes: number; sentAt: number };

/** Files that this process is receiving, in the order of their arrival: many at once are no way around the limits. */
const underWay = () => processWide("imports.sending", () => new Set<HeldFile>());

/**
 * Runs `receive` while its file counts. `check` is called before, and by `receive` as bytes come in; it throws an
 * AppError when the files of the person or the account are more than `SENT_LIMITS` allows.
 */
export async function withinSentLimits<T>(
  file: HeldFile,
  { kept, keptMs }: { kept: () => Promise<HeldFile[]>; keptMs: number },
  receive: (check: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const sending = underWay();
  sending.add(file);
  const check = async () => {
    const before = [...sending].slice(0, [...sending].indexOf(file));
    // One that has just been received may be in both.
    const all = new Map([...(await kept()), ...before, file].map((each) => [each.id, each]));
    refuseBeyond("person", [...all.values()], file, keptMs);
    refuseBeyond("account", [...all.values()], file, keptMs);
  };
  try {
    await check();
    return await receive(check);
  } finally {
    sending.delete(file);
  }
}

function refuseBeyond(holder: Holder, all: HeldFile[], file: HeldFile, keptMs: number): void {
  const own = all.filter((each) => each[holder] === file[holder]);
  const { files, bytes } = SENT_LIMITS[holder];
  if (own.length <= files && own.reduce((sum, each) => sum + each.bytes, 0) <= bytes) return;
  const most = `${files} files or ${bytes / GIGABYTE} GB`;
  const whose = holder === "person" ? "one person" : "one account";
  const days = Math.max(
    1,
    Math.ceil((Math.min(...own.map(({ sentAt }) => sentAt)) + keptMs - Date.now()) / 86_400_000),
  );
  throw new AppError(
    "invalid",
    `At most ${most} sent by ${whose} are kept, each for a week. Room is free again ${days === 1 ? "within a day" : `in ${days} days`}; if you cannot wait, ask who runs this installation.`,
    { status: 413 },
  );
}
