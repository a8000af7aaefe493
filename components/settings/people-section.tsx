"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { Pages } from "@/components/ui/pages";
import { refusedProps } from "@/components/ui/refusable";
import { RowButton } from "@/components/ui/row-button";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import type { PersonView } from "@/lib/contracts/ours/settings";
import { PEOPLE_PAGE_SIZE } from "@/lib/contracts/terms/settings";
import { peopleAsked, settingsParsers } from "@/lib/settings/address";
import { peopleQuery } from "@/lib/settings/queries";
import { roleNames } from "@/lib/settings/role-words";
import type { Format } from "@/lib/tables/format";
import { IdentitiesDialog } from "./identities-dialog";
import { RoleDialog } from "./role-dialog";

const sources: Record<PersonView["role_from"], string> = {
  given: "given here or by a command",
  groups: "by groups of an identity provider",
  environment: "by ADMIN_EMAILS",
  default: "as nobody gave another",
};

/** Colleagues and their roles, for admins. */
export function PeopleSection() {
  const [state, setState] = useQueryStates(settingsParsers, { history: "push" });
  const [chosen, setChosen] = useState<PersonView | null>(null);
  const [identified, setIdentified] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useQuery(peopleQuery(peopleAsked(state)));
  const format = useFormat();
  const columns = useMemo(() => columnsOf(format, setChosen, setIdentified), [format]);
  const withIdentities = data?.people.find(({ email }) => email === identified);
  return (
    <Stack gap="md">
      <Text size="sm">A role holds from that person's next request on, in all of the accounts that he is in.</Text>
      <Group justify="space-between" gap="sm">
        <SearchField
          label="Search people by name or e-mail"
          placeholder="Name or e-mail"
          value={state.search}
          maxLength={200}
          onChange={(search) => void setState({ search: search || null, page: null })}
          shortcut={chosen === null && identified === null}
        />
        <Text size="sm" c="dimmed" role="status">
          {data && `${format.count(data.total)} ${data.total === 1 ? "person" : "people"}`}
        </Text>
      </Group>
      {error && !data ? (
        <LoadError what="The people of your accounts" error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack
          gap="sm"
          style={{ opacity: isFetching && data ? 0.75 : 1, transition: "opacity 120ms" }}
          aria-busy={isFetching && data !== undefined}
        >
          <DataTable
            label="People"
            columns={columns}
            rows={data?.people}
            rowId={({ email }) => email}
            empty={<Text>Nobody in your accounts matches “{state.search}”.</Text>}
            skeletonRows={6}
          />
          <Pages
            total={data?.total ?? 0}
            pageSize={PEOPLE_PAGE_SIZE}
            page={peopleAsked(state).page}
            onChange={(page) => void setState({ page })}
          />
        </Stack>
      )}
      {chosen && <RoleDialog person={chosen} onClose={() => setChosen(null)} />}
      {withIdentities && <IdentitiesDialog person={withIdentities} onClose={() => setIdentified(null)} />}
    </Stack>
  );
}

function PersonName({ person }: { person: PersonView }) {
  return (
    <>
      <b>{person.name}</b> {person.is_me && <Badge tone="teal">You</Badge>}
    </>
  );
}

const columnsOf = (
  format: Format,
  onChoose: (person: PersonView) => void,
  onIdentities: (email: string) => void,
): Column<PersonView>[] => [
  { id: "name", header: "Name", cell: (person) => <PersonName person={person} />, wraps: true, card: "title" },
  { id: "email", header: "E-mail", wraps: true, cell: ({ email }) => email },
  {
    id: "role",
    header: "Role",
    cell: ({ role, role_from }) => (
      <>
        {roleNames[role]} <small>{sources[role_from]}</small>
      </>
    ),
  },
  {
    id: "seen",
    header: "Last seen",
    cell: ({ last_seen_at }) => (last_seen_at === null ? "Never signed in" : format.instant(last_seen_at)),
  },
  {
    id: "identities",
    header: "Identities",
    cell: ({ name, email, identities }) =>
      identities.length === 0 ? (
        "None"
      ) : (
        <RowButton onClick={() => onIdentities(email)}>
          {format.count(identities.length)}
          <span className="visually-hidden">
            {identities.length === 1 ? "identity" : "identities"} of {name}
          </span>
        </RowButton>
      ),
  },
  {
    id: "change",
    header: "Change",
    cell: (person) => (
      <RowButton onClick={() => onChoose(person)} {...refusedProps(person.refusal)}>
        Change <span className="visually-hidden">the </span>role
        <span className="visually-hidden"> of {person.name}</span>
      </RowButton>
    ),
  },
];
