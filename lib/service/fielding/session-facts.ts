import "server-only";
import { db } from "@/lib/stores/postgres/client";
import { firstPlace, listSessionLines, type SessionLine, type SessionPlace } from "@/lib/stores/postgres/session-facts";
import { listSuppliers } from "@/lib/stores/postgres/suppliers";
import { ownFielding } from "./sessions";

export type { SessionLine } from "@/lib/stores/postgres/session-facts";

const READ_AT_ONCE = 5000;
type Owner = { accounts: readonly { id: string }[] };

/** What all sessions of a survey say of its respondents, some thousands at a time. */
export async function* sessionLines(viewer: Owner, surveyId: string): AsyncGenerator<SessionLine[]> {
  const { id } = await ownFielding(viewer, surveyId);
  const next = (after: SessionPlace) => listSessionLines(db(), { surveyId: id, after, limit: READ_AT_ONCE });
  for (let read = await next(firstPlace); read.last; ) {
    // The database reads on while these are taken.
    const following = next(read.last);
    following.catch(() => {});
    yield read.lines;
    read = await following;
  }
}

/** The names of an owner's suppliers by code. */
export async function supplierNames({ accounts }: Owner): Promise<Map<string, string>> {
  const suppliers = await listSuppliers(
    db(),
    accounts.map(({ id }) => id),
  );
  return new Map(suppliers.map(({ code, name }) => [code, name]));
}
