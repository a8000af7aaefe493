import "@/lib/start/environment-file";
import { text } from "node:stream/consumers";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { runCommand } from "@/lib/start/command";
import { say } from "@/lib/start/say";
import { parseUserArguments, readPassword } from "@/lib/start/user-arguments";

/** `npm run user -- …`: the users of the built-in demand service. */
await runCommand(async () => {
  const asked = parseUserArguments(process.argv.slice(2));
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { runningDatabaseUrl } = await import("@/lib/start/running-database");
  const { addUser, listUsers, makePassword, setDisabled, setPassword } = await import("@/lib/start/user-commands");
  const client = postgres(runningDatabaseUrl(), { max: 1, connect_timeout: 10, onnotice: () => {} });
  const db = drizzle(client);

  let made: string | undefined;
  const settlePassword = (fromInput: boolean) => async () => {
    if (fromInput) return readPassword(await text(process.stdin));
    made = makePassword();
    return made;
  };

  if (asked.command === "list") return listUsers(db);
  if (asked.command === "add") {
    const isNew = await addUser(db, asked, settlePassword(asked.passwordFromInput));
    say(`${asked.email} ${isNew ? "was added to" : "now belongs to"} ${asked.account} with the role ${asked.role}.`);
  } else if (asked.command === "password") {
    await setPassword(db, asked.email, settlePassword(asked.passwordFromInput));
    say(`${asked.email} has a new password. Their sessions and tokens have ended.`);
  } else {
    await setDisabled(db, asked.email, asked.command === "disable");
    say(`${asked.email} is ${asked.command}d.`);
  }
  if (made) say(`Password, shown this once: ${made}`);
});
