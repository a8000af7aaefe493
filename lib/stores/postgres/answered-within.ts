/** What the database is asked; an error when it is silent for longer than whoever asks can wait. */
export async function answeredWithin<T>(patienceMs: number, asked: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The database did not answer.")), patienceMs);
  });
  return Promise.race([asked, silence]).finally(() => clearTimeout(timer));
}
