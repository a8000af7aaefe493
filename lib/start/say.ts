/** One line for the person who typed `npm start`. Events for machines go to the logger. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A start that cannot go on, told in a sentence that says what to do; shown without a stack. */
export class StartError extends Error {}
