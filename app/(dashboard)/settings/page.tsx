import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { PageData } from "@/components/session/page-data";
import { SettingsPage } from "@/components/settings/settings-page";
import { pageContext } from "@/lib/auth/viewer";
import { HASHING_REFUSED, may } from "@/lib/contracts/rules/permissions";
import { fieldedElsewhere } from "@/lib/gateway/fielding";
import { prefetch } from "@/lib/routes/prefetch";
import { loadSettingsState, peopleAsked } from "@/lib/settings/address";
import { listKeys } from "@/lib/settings/keys";
import { listSessions } from "@/lib/settings/own-sessions";
import { listPageOrigins } from "@/lib/settings/page-origins";
import { listPeople } from "@/lib/settings/people";
import { keysQuery, pageOriginsQuery, peopleQuery, sessionsQuery } from "@/lib/settings/queries";

export const metadata: Metadata = { title: "Settings" };

/** The health of a connection is not waited for: a service that is away must not keep the page away. */
export default async function Settings({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const context = await pageContext("surveys:read");
  const state = await loadSettingsState(searchParams);
  const managesPeople = may(context.viewer.role, "users:manage");
  const managesKeys = may(context.viewer.role, "keys:manage");
  const asked = peopleAsked(state);
  const sessions = { queryKey: sessionsQuery().queryKey, read: () => listSessions(context) };
  const people = { queryKey: peopleQuery(asked).queryKey, read: () => listPeople(context, asked) };
  const keys = { queryKey: keysQuery().queryKey, read: () => listKeys(context) };
  const origins = { queryKey: pageOriginsQuery().queryKey, read: () => listPageOrigins(context) };
  const read = await prefetch(
    ...(state.section === "sessions" ? [sessions] : []),
    ...(state.section === "people" && managesPeople ? [people] : []),
    ...(state.section === "keys" && managesKeys ? [keys, origins] : []),
  );
  const accounts = context.viewer.accounts.map(({ id, name }) => ({ id, name }));
  return (
    <PageData of={context.viewer.personId} state={read}>
      <SettingsPage
        peopleAccounts={managesPeople ? accounts : null}
        keyAccounts={managesKeys ? accounts : null}
        setsTemplates={may(context.viewer.role, "answers:write")}
        hashingRefusal={managesKeys ? fieldedElsewhere(context.viewer) : HASHING_REFUSED}
      />
    </PageData>
  );
}
