const SLICE_MS = 100;

/**
 * The database's answer; an error when it is silent for `patienceMs`. Patience runs out in slices, so that a process
 * that was busy itself, and could not hear an answer, does not blame the database.
 */
export async function answeredWithin<T>(patienceMs: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    const wait = (leftMs: number) => {
      if (leftMs <= 0) reject(new Error("The database did not answer."));
      else timer = setTimeout(() => wait(leftMs - SLICE_MS), Math.min(SLICE_MS, leftMs));
    };
    wait(patienceMs);
  });
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}
