import "server-only";
import type * as demand from "@/lib/contracts/interfaces/demand";
import { DEFAULT_PAGE_SIZE } from "@/lib/contracts/operation";
import { db } from "@/lib/stores/postgres/client";
import * as users from "@/lib/stores/postgres/users";
import type { Answer, Call } from "../service";
import * as catalogue from "./catalogue";

/** `GET /accounts`: the caller's own. */
export async function listAccounts({ viewer, query }: Call<typeof demand.listAccounts>): Promise<Answer> {
  const accounts = viewer.accounts.map(({ id, name }) => ({ id, name }));
  return { body: listBody("accounts", accounts, query) };
}

/** `GET /users`: who shares an account with the caller. */
export async function listUsers({ viewer, query }: Call<typeof demand.listUsers>): Promise<Answer> {
  const page = query.page ?? 1;
  const found = await users.listUsers(db(), {
    accountIds: viewer.accounts.map(({ id }) => id),
    page,
    pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
  });
  return { body: { total_users: found.total, page, page_size: found.users.length, users: found.users } };
}

/** `GET /definitions`. */
export async function getDefinitions(): Promise<Answer> {
  return { body: catalogue.definitions() };
}

/** `GET /qualifications`. */
export async function listQualifications({ query }: Call<typeof demand.listQualifications>): Promise<Answer> {
  const questions = catalogue.listQuestions({
    ...(query.country_code && { countryCode: query.country_code }),
    ...(query.language_code && { languageCode: query.language_code }),
  });
  return { body: listBody("qualifications", questions, query) };
}

function listBody(
  things: string,
  all: unknown[],
  query: { page?: number | undefined; page_size?: number | undefined },
) {
  const page = query.page ?? 1;
  const pageSize = query.page_size ?? DEFAULT_PAGE_SIZE;
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  return { [`total_${things}`]: all.length, page, page_size: shown.length, [things]: shown };
}
