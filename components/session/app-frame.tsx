"use client";

import {
  ActionIcon,
  Anchor,
  AppShell,
  Avatar,
  Badge,
  Burger,
  Group,
  Menu,
  NavLink,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconChartLine,
  IconClipboardList,
  IconCopyCheck,
  IconFolders,
  IconHistory,
  IconListDetails,
  IconLogout,
  IconMessageCircle,
  IconMoon,
  IconSettings,
  IconSun,
  IconTable,
} from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { signOut } from "next-auth/react";
import { type ReactNode, useState } from "react";
import { Refusable } from "@/components/ui/refusable";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import type { ConnectionView } from "@/lib/contracts/context";
import { AUDIT_REFUSED, DUPLICATES_REFUSED, may, type Permission, type Role } from "@/lib/contracts/permissions";
import { FrameOwner } from "./page-data";
import { SessionWatch } from "./session-watch";

export type Person = {
  id: string;
  name: string;
  email: string;
  role: Role;
  accounts: { id: string; name: string }[];
  expiresAt: string;
};

type Place = {
  href: string;
  label: string;
  icon: typeof IconFolders;
  /** For roles that may; the others see it disabled, and why. */
  needs?: { permission: Permission; refusal: string };
};

const places: Place[] = [
  { href: "/projects", label: "Projects", icon: IconFolders },
  { href: "/surveys", label: "Surveys", icon: IconClipboardList },
  {
    href: "/duplicates",
    label: "Duplicates",
    icon: IconCopyCheck,
    needs: { permission: "duplicates:read", refusal: DUPLICATES_REFUSED },
  },
  { href: "/answers", label: "Answers", icon: IconMessageCircle },
  { href: "/questions", label: "Questions", icon: IconListDetails },
  { href: "/trends", label: "Trends", icon: IconChartLine },
  { href: "/pivots", label: "Pivots", icon: IconTable },
  {
    href: "/audit",
    label: "Audit",
    icon: IconHistory,
    needs: { permission: "audit:read", refusal: AUDIT_REFUSED },
  },
  { href: "/settings", label: "Settings", icon: IconSettings },
];

const environmentColors = { production: "red", staging: "orange", "built-in": "teal" } as const;

/** What stands around every page: where you are, whose data this is, who you are. */
export function AppFrame({
  person,
  connection,
  tools,
  children,
}: {
  person: Person;
  connection: ConnectionView;
  /** What is at hand on every page. */
  tools: ReactNode;
  children: ReactNode;
}) {
  const [opened, menu] = useDisclosure(false);
  const path = usePathname();
  useKeptFocus();
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 184, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <Anchor href="#main" className="skip-link">
        Skip to the page
      </Anchor>
      <AppShell.Header>
        <Group h="100%" px={{ base: "xs", sm: "md" }} gap="xs" justify="space-between" wrap="nowrap">
          <Group gap={8} wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Text component={Link} href="/surveys" prefetch={false} fw={700} c="var(--mantine-color-text)" td="none">
              Fieldwork
            </Text>
            <EnvironmentBadge connection={connection} />
          </Group>
          <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
            {tools}
            <SchemeToggle />
            <PersonMenu person={person} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Main">
        {places.map(({ href, label, icon: Icon, needs }) => (
          <Refusable key={href} reason={needs && !may(person.role, needs.permission) ? needs.refusal : null}>
            {(refused) => (
              <NavLink
                component={Link}
                href={href}
                prefetch={false}
                label={label}
                active={path.startsWith(href)}
                onClick={menu.close}
                leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
                {...(path.startsWith(href) && { "aria-current": "page" as const })}
                // A disabled link gets no pointer events, and could not say why it is disabled.
                style={refused["aria-disabled"] && { pointerEvents: "auto", cursor: "not-allowed" }}
                {...refused}
              />
            )}
          </Refusable>
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main">
        <FrameOwner value={person.id}>{children}</FrameOwner>
      </AppShell.Main>
      <SessionWatch person={person} connection={connection} />
    </AppShell>
  );
}

function EnvironmentBadge({ connection }: { connection: ConnectionView }) {
  const { environment, title } = connection;
  const explained = {
    production: "You are working on the production services: what you save is real.",
    staging: "You are working on the staging services.",
    "built-in": "You are working on this product's own built-in services.",
  }[environment];
  return (
    <Tooltip label={explained}>
      <Badge color={environmentColors[environment]} variant="light" tt="none" autoContrast miw={0}>
        {title}
      </Badge>
    </Tooltip>
  );
}

function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: true });
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={() => setColorScheme(other)}
      aria-label={`Use ${other} colours`}
    >
      {scheme === "dark" ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </ActionIcon>
  );
}

function PersonMenu({ person }: { person: Person }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton aria-label={`Signed in as ${person.name}`}>
          <Avatar size={32} radius="xl" color="indigo" name={person.name} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {person.name}
          </Text>
          <Text size="xs">{person.email}</Text>
          <Text size="xs">
            {roleNames[person.role]}, {person.accounts.map(({ name }) => name).join(", ") || "no account"}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} href="/settings" prefetch={false} leftSection={<IconSettings size={16} />}>
          My settings
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={16} />}
          disabled={leaving}
          closeMenuOnClick={false}
          onClick={() => {
            setLeaving(true);
            void signOut({ callbackUrl: "/sign-in" });
          }}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const roleNames: Record<Role, string> = { manager: "Project manager", analyst: "Analyst", admin: "Admin" };
