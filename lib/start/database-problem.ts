/** What a PostgreSQL that was configured says of itself, and of the role that an address connects as. */
export type DatabaseFacts = {
  /** `server_version_num`, such as 180004, and as people write it. */
  versionNumber: number;
  version: string;
  encoding: string;
  /** Whether it puts names in order as we do. */
  hasIcu: boolean;
};

export type OwnerFacts = {
  role: string;
  /** May make schemas and extensions in the database, and tables in the schema `public`. */
  mayCreate: boolean;
  /** Whose our tables are; null: there are none yet. */
  tableOwner: string | null;
  /** Whether the role may act as that owner. */
  ownsTables: boolean;
};

const NEEDED_VERSION = 18;

/** Why the product cannot run on a database, in a sentence that says what to do; null: it can. */
export function databaseProblem({ versionNumber, version, encoding, hasIcu }: DatabaseFacts, variable: string) {
  if (versionNumber < NEEDED_VERSION * 10_000) {
    return `Fieldwork needs PostgreSQL ${NEEDED_VERSION}, found ${version}. Upgrade the server of ${variable}, or set ${variable} to one of version ${NEEDED_VERSION}.`;
  }
  if (encoding !== "UTF8") {
    return `The database of ${variable} has the encoding ${encoding}, Fieldwork needs UTF8. Create one with: create database fieldwork encoding 'UTF8' template template0`;
  }
  if (!hasIcu) {
    return `The PostgreSQL of ${variable} was built without ICU, by which names are put in order. Use a PostgreSQL built with ICU, as the usual packages are.`;
  }
  return null;
}

/** Why a role cannot bring the tables up to date; null: it can. `variable` names the address that was used for that. */
export function ownerProblem({ role, mayCreate, tableOwner, ownsTables }: OwnerFacts, variable: string): string | null {
  if (tableOwner !== null && !ownsTables) {
    return `The role ${role} of ${variable} does not own the tables, which belong to ${tableOwner}. Set MIGRATION_DATABASE_URL to the same database as ${tableOwner}.`;
  }
  if (mayCreate) return null;
  return `The role ${role} of ${variable} may not create tables in its database. Set MIGRATION_DATABASE_URL to the same database as its owner.`;
}

/** Failures that no waiting heals, by what PostgreSQL calls them. */
const lasting: Record<string, (of: Address) => string> = {
  "28P01": ({ variable, role }) =>
    `PostgreSQL refuses the password of ${role}. Correct the password in ${variable}; an @ in it is written %40.`,
  "28000": ({ variable, role, place }) =>
    `PostgreSQL at ${place} does not let ${role} in. Correct the user in ${variable}, or allow it in pg_hba.conf.`,
  "3D000": ({ variable, role, database }) =>
    `There is no database ${database}. Create it (create database ${database} owner ${role} encoding 'UTF8' template template0), or correct ${variable}.`,
  "42501": ({ variable, role, database }) =>
    `The role ${role} may not connect to the database ${database}. Grant it that, or correct ${variable}.`,
};

type Address = { variable: string; role: string; place: string; database: string };

/** Why it makes no sense to wait for a database, in a sentence that says what to do; null: it may be starting. */
export function lastingProblem(code: string, variable: string, url: string): string | null {
  return lasting[code]?.({ variable, ...addressOf(url) }) ?? null;
}

/** Server, role and database of an address, for people to read: never its password. */
export function addressOf(url: string): Omit<Address, "variable"> {
  const [, login = "", hosts = "", path = ""] = /^\w+:\/\/(?:([^@/?]*)@)?([^/?]*)(?:\/([^?]*))?/.exec(url) ?? [];
  const role = decodeURIComponent(login.split(":")[0] ?? "") || "its user";
  return { role, place: hosts || "a local socket", database: decodeURIComponent(path) || role };
}
