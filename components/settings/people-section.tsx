"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { LoadError } from "@/components/ui/load-error";
import { onDemand } from "@/components/ui/on-demand";
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

const sources: Record<PersonView["role_from"], string> = {
  given: "given here or by a command",
  groups: "by groups of an identity provider",
  environment: "by ADMIN_EMAILS",
  default: "by default",
};

const RoleDialog = onDemand(async () => (await import("./role-dialog")).RoleDialog, DialogFrame);
const IdentitiesDialog = onDemand(async () => (await import("./identities-dialog")).IdentitiesDialog, DialogFrame);
const InviteDialog = onDemand(async () => (await import("./invite-dialog")).InviteDialog, DialogFrame);
const PasswordLinkDialog = onDemand(
  async () => (await import("./password-link-dialog")).PasswordLinkDialog,
  DialogFrame,
);

/** Colleagues and their roles, for admins. */
export function PeopleSection({ accounts }: { accounts: { id: string; name: string }[] }) {
  const [state, setState] = useQueryStates(settingsParsers, { history: "push" });
  const [chosen, setChosen] = useState<PersonView | null>(null);
  const [identified, setIdentified] = useState<string | null>(null);
  const [linked, setLinked] = useState<PersonView | null>(null);
  const [isInviting, setInviting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(peopleQuery(peopleAsked(state)));
  const format = useFormat();
  const columns = useMemo(
    () =>
      columnsOf(format, { onChoose: setChosen, onLink: setLinked, onIdentities: ({ email }) => setIdentified(email) }),
    [format],
  );
  const withIdentities = data?.people.find(({ email }) => email === identified);
  const hasDialog = chosen !== null || identified !== null || linked !== null || isInviting;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Text size="sm">A role holds from that person's next request on, in all their accounts.</Text>
        {data?.can_invite && <Button onClick={() => setInviting(true)}>Invite person</Button>}
      </Group>
      <Group justify="space-between" gap="sm">
        <SearchField
          label="Search people by name or e-mail"
          placeholder="Name or e-mail"
          value={state.search}
          maxLength={200}
          onChange={(search) => void setState({ search: search || null, page: null })}
          shortcut={!hasDialog}
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
      {linked && <PasswordLinkDialog person={linked} onClose={() => setLinked(null)} />}
      {isInviting && <InviteDialog accounts={accounts} onClose={() => setInviting(false)} />}
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

type RowActions = Record<"onChoose" | "onLink" | "onIdentities", (person: PersonView) => void>;

const columnsOf = (format: Format, { onChoose, onLink, onIdentities }: RowActions): Column<PersonView>[] => [
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
    cell: ({ last_seen_at, has_password }) => {
      if (last_seen_at !== null) return format.instant(last_seen_at);
      return has_password === false ? "Invited" : "Never signed in";
    },
  },
  {
    id: "identities",
    header: "Identities",
    cell: (person) =>
      person.identities.length === 0 ? (
        "None"
      ) : (
        <RowButton onClick={() => onIdentities(person)}>
          {format.count(person.identities.length)}
          <span className="visually-hidden">
            {person.identities.length === 1 ? "identity" : "identities"} of {person.name}
          </span>
        </RowButton>
      ),
  },
  {
    id: "change",
    header: "Change",
    cell: (person) => (
      <>
        <RowButton onClick={() => onChoose(person)} {...refusedProps(person.refusal)}>
          Change <span className="visually-hidden">the </span>role
          <span className="visually-hidden"> of {person.name}</span>
        </RowButton>{" "}
        {person.has_password !== null && (
          <RowButton onClick={() => onLink(person)} {...refusedProps(person.password_refusal)}>
            {person.has_password ? "Reset password" : "Invite again"}
            <span className="visually-hidden">: {person.name}</span>
          </RowButton>
        )}
      </>
    ),
  },
];
