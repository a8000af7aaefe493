import "server-only";
import { Readable } from "node:stream";
import { AppError } from "@/lib/http/problem";
import * as store from "@/lib/stores/postgres/answer-files";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { PROBLEM_HEADER, type ProblemFile, problemLines } from "./problem-file";

/** A list of problems that every instance reads. `keep` in the transaction after which it has to be there. */
type ProblemList = ProblemFile & { keep: (connection: Connection) => Promise<void> };

type Of = {
  /** A job's, or a dry run's own. */
  key: string;
  /** Whose dry run it is; null: whoever may see the job. */
  person: string | null;
  /** What was imported. */
  name: string;
};

/** Begins a list; it takes the place of an earlier one of its key when it is kept. */
export async function openProblemList({ key, person, name }: Of): Promise<ProblemList> {
  const id = crypto.randomUUID();
  const rest = { personId: person, account: null, projectId: null, bytes: 0 };
  await store.beginAnswerFile(db(), { id, kind: "problems", key, name, ...rest });
  let place = 0;
  let written = 0;
  let waiting = Buffer.from(PROBLEM_HEADER);
  const lines = problemLines(async (text) => {
    waiting = Buffer.concat([waiting, Buffer.from(text)]);
    while (waiting.length >= store.CHUNK_BYTES) {
      await store.writeChunk(db(), id, place, waiting.subarray(0, store.CHUNK_BYTES));
      place += 1;
      written += store.CHUNK_BYTES;
      waiting = waiting.subarray(store.CHUNK_BYTES);
    }
  });
  // May be done twice: the transaction of the first time may have been rolled back.
  const keep = async (connection: Connection) => {
    await store.writeChunk(connection, id, place, waiting);
    await store.finishAnswerFile(connection, id, written + waiting.length);
  };
  return { ...lines, keep, close: () => db().transaction(keep) };
}

const gone = (sentence: string) => new AppError("not_found", sentence);

/** Every row and cell that a person's own dry run refused or reported, as a file. */
export async function dryRunList(person: string, id: string) {
  const found = await store.findAnswerFile(db(), "problems", id);
  if (!found || found.personId !== person) throw gone("This list is no longer kept. Make the dry run again.");
  return asFile(found);
}

/** The same of an import's job. */
export async function jobList(id: string) {
  const found = await store.findAnswerFile(db(), "problems", id);
  if (!found) throw gone("There is no list of refused rows, or it is no longer kept.");
  return asFile(found);
}

/** Whether anything is listed; false also where the list is no longer kept. */
export async function hasProblemList(id: string): Promise<boolean> {
  const found = await store.findAnswerFile(db(), "problems", id);
  return found !== null && found.bytes > Buffer.byteLength(PROBLEM_HEADER);
}

type Found = NonNullable<Awaited<ReturnType<typeof store.findAnswerFile>>>;

/** A written list as the browser saves it. */
function asFile({ id, name: fileName, createdAt }: Found) {
  const name = `${fileName} refused rows ${createdAt.toISOString().slice(0, 10)}.csv`;
  const content = Readable.toWeb(Readable.from(store.readChunks(db(), id), { objectMode: false })) as ReadableStream;
  return { name, type: "text/csv; charset=utf-8", content };
}
