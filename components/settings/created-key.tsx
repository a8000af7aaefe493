"use client";

import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
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
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const field = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone.
  useEffect(() => field.current?.focus(), []);
  const { instant } = useFormat();
  const until = created.expires_at === null ? "" : `, until ${instant(created.expires_at)}`;
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        The key “{created.name}” is created. Copy it now: it is shown only once.
      </Text>
      <TextInput
        ref={field}
        label="Key"
        value={created.key}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        error={error && "Your browser did not allow copying. Select the text and copy it."}
      />
      <Text size="sm">
        Clients send it {placeOf(created)} of each request to <Code>{addressOf(created.interface)}</Code>. It works for{" "}
        {created.account.name} from now on{until}.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button onClick={() => copy(created.key)}>{copied ? "Copied" : "Copy key"}</Button>
      </Group>
    </Stack>
  );
}
