import { StartError } from "@/lib/start/say";

// This file imports nothing that reads the environment: an unusable one is an error for it to tell.

const START = "Start the product first with `npm start`";

/** Errors of the system and of PostgreSQL (SQLSTATE) whose cause a person can mend. */
const known: Record<string, string> = {
  ECONNREFUSED: `The database cannot be reached. ${START}, or correct DATABASE_URL.`,
  ECONNRESET: "The database broke off the connection. Try again.",
  ENOTFOUND: "The database's host in DATABASE_URL is not known.",
  EAI_AGAIN: "The database's host in DATABASE_URL cannot be looked up at this moment.",
  CONNECT_TIMEOUT: "The database does not answer. Check DATABASE_URL.",
  "28000": "The database refuses the user in DATABASE_URL.",
  "28P01": "The database refuses the password in DATABASE_URL.",
  "3D000": "The server of DATABASE_URL has no database of that name.",
  "42P01": `The database has no tables yet. ${START}.`,
};

function sentence(error: unknown): string {
  if (error instanceof StartError) return error.message;
  // Queries fail with the database's own error as their cause.
  for (let at = error; at instanceof Error; at = at.cause) {
    const told = "code" in at ? known[String(at.code)] : undefined;
    if (told) return told;
    if (at.message.startsWith("The environment is not usable")) return at.message;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs a command of the command line to its end: a mistake of the caller is one sentence, and the exit code tells. */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  let code = 0;
  try {
    await command();
  } catch (error) {
    code = 1;
    process.stderr.write(`${sentence(error)}\n`);
  }
  process.exit(code);
}
