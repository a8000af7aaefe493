"use client";

import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { OneTimeText } from "@/components/ui/one-time-text";
import { useFormat } from "@/components/ui/use-format";
import { byAuthentication, type KeyScope, services } from "@/lib/contracts/interface-list";
import type { ApiKey } from "@/lib/contracts/ours/api-keys";
import type { createKey } from "@/lib/settings/queries";

/** Where clients put a key. */
const placeOf = ({ interface: of, kind }: Pick<ApiKey, "interface" | "kind">): ReactNode => {
  if (of === "scim") return <Bearer />;
  return byAuthentication<ReactNode>(services[of].authentication, {
    token: () => <InHeader name="authorization" />,
    key: ({ header }) => <InHeader name={header} />,
    "path keys": ({ parts }) => (
      <>
        as <Code>{`{${Object.keys(parts).find((part) => parts[part] === kind)}}`}</Code> in the path
      </>
    ),
  });
};

const InHeader = ({ name }: { name: string }) => (
  <>
    as the header <Code>{name}</Code>
  </>
);

const Bearer = () => (
  <>
    as the header <Code>Authorization: Bearer …</Code>
  </>
);

const addressOf = (of: KeyScope): string => `${window.location.origin}${of === "scim" ? "/scim/v2" : `/service/${of}`}`;

type Created = Awaited<ReturnType<typeof createKey>>;

/** The text of a new key, this once. */
export function CreatedKey({ created, onClose }: { created: Created; onClose: () => void }) {
  const { instant } = useFormat();
  const until = created.expires_at === null ? "" : `, until ${instant(created.expires_at)}`;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        The key “{created.name}” is created. Copy it now: it is shown only once.
      </Text>
      <OneTimeText label="Key" text={created.key} onClose={onClose}>
        <Text size="sm">
          Clients send it {placeOf(created)} of each request to <Code>{addressOf(created.interface)}</Code>. It works
          for {created.account.name} from now on{until}.
        </Text>
      </OneTimeText>
    </Stack>
  );
}
