import { parseArgs } from "node:util";
import * as z from "zod";
import { newPassword } from "@/lib/contracts/rules/password";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { StartError } from "@/lib/start/say";

const USAGE = `npm run user -- add EMAIL --role ${roles.join("|")} --account NAME [--name NAME] [--password-stdin]
npm run user -- password EMAIL [--password-stdin]
npm run user -- disable EMAIL
npm run user -- enable EMAIL
npm run user -- list`;

export type UserCommand =
  | { command: "list" }
  | { command: "disable" | "enable"; email: string }
  | { command: "password"; email: string; passwordFromInput: boolean }
  | { command: "add"; email: string; role: Role; account: string; name?: string; passwordFromInput: boolean };

type Options = { role?: string; account?: string; name?: string; "password-stdin"?: boolean };

const allowedOptions: Record<UserCommand["command"], readonly (keyof Options)[]> = {
  list: [],
  disable: [],
  enable: [],
  password: ["password-stdin"],
  add: ["role", "account", "name", "password-stdin"],
};

const isCommand = (text: string | undefined): text is UserCommand["command"] =>
  text !== undefined && Object.hasOwn(allowedOptions, text);

function split(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: "string" },
        account: { type: "string" },
        name: { type: "string" },
        "password-stdin": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** What a command line asks for. Throws a sentence that a person can act on. */
export function parseUserArguments(args: string[]): UserCommand {
  const { positionals, values } = split(args);
  const [command, email, ...more] = positionals;
  if (!isCommand(command)) throw new StartError(`Say what to do:\n\n${USAGE}`);
  const odd = Object.keys(values).find((name) => !allowedOptions[command].some((allowed) => allowed === name));
  if (odd) throw new StartError(`${command} takes no --${odd}.`);
  if (command === "list") {
    if (email !== undefined) throw new StartError("list takes nothing more.");
    return { command };
  }
  if (more.length > 0) throw new StartError(`“${more[0]}” is one word too many. Put names with spaces in quotes.`);
  const address = readEmail(email);
  if (command === "disable" || command === "enable") return { command, email: address };
  const passwordFromInput = values["password-stdin"] ?? false;
  if (command === "password") return { command, email: address, passwordFromInput };
  return { command, email: address, passwordFromInput, ...readMembership(values) };
}

function readEmail(text: string | undefined): string {
  const email = z.email().max(320).safeParse(text?.trim().toLowerCase());
  if (email.success) return email.data;
  throw new StartError(text === undefined ? "An e-mail address is required." : `“${text}” is not an e-mail address.`);
}

function readMembership(values: Options): { role: Role; account: string; name?: string } {
  const role = roles.find((known) => known === values.role?.trim().toLowerCase());
  if (!role) throw new StartError(`--role must be one of ${roles.join(", ")}.`);
  const account = readName("--account", values.account);
  if (account === undefined) throw new StartError("--account NAME is required; an account that is missing is made.");
  const name = readName("--name", values.name);
  return { role, account, ...(name !== undefined && { name }) };
}

function readName(option: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = text.trim();
  if (name === "") throw new StartError(`${option} must not be empty.`);
  if (name.length > 200) throw new StartError(`${option} must have at most 200 characters.`);
  return name;
}

/** A password as it was piped in, without the line end that a shell adds. */
export function readPassword(input: string): string {
  const password = input.replace(/\r?\n$/, "");
  if (/[\r\n]/.test(password)) throw new StartError("The password must be one line.");
  const read = newPassword.safeParse(password);
  if (!read.success) throw new StartError(read.error.issues[0]?.message ?? "The password cannot be used.");
  return read.data;
}
