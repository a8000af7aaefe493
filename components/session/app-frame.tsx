"use client";

import { useDisclosure } from "@mantine/hooks";
import {
  IconChartLine,
  IconClipboardList,
  IconCopyCheck,
  IconFolders,
  IconHistory,
  IconListDetails,
  IconMenu2,
  IconMessageCircle,
  IconMoon,
  IconSettings,
  IconShieldCheck,
  IconSun,
  IconTable,
  IconUsersGroup,
} from "@tabler/icons-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type MouseEvent, type ReactNode, useEffect } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import { MenuItem, MenuNote, PopMenu } from "@/components/ui/pop-menu";
import { refusedProps } from "@/components/ui/refusable";
import { ServiceNameProvider } from "@/components/ui/service-name";
import { tip } from "@/components/ui/tip";
import { TipHost } from "@/components/ui/tip-host";
import { useGo } from "@/components/ui/use-go";
import { useKeptFocus } from "@/components/ui/use-kept-focus";
import { useScheme } from "@/components/ui/use-scheme";
import type { ConnectionView } from "@/lib/contracts/context";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import {
  AUDIT_REFUSED,
  CHECKS_REFUSED,
  DUPLICATES_REFUSED,
  may,
  type Permission,
  type Role,
} from "@/lib/contracts/rules/permissions";
import { loadAheadOnUse } from "@/lib/http/when-needed";
import classes from "./app-frame.module.css";
import { leave } from "./leave";
import { NavigationProgress } from "./navigation-progress";
import { FrameOwner } from "./page-data";
import { ServiceDot, ServiceLine } from "./service-line";
import { SessionWatch } from "./session-watch";
import { useServiceHealth } from "./use-service-health";

export type Person = {
  id: string;
  name: string;
  email: string;
  role: Role;
  accounts: { id: string; name: string }[];
  expiresAt: string;
  /** Signed in by an identity provider, perhaps without having a password. */
  isByProvider: boolean;
};

type Place = {
  href: string;
  label: string;
  icon: typeof IconFolders;
  /** The interfaces that its pages read. */
  uses: readonly InterfaceName[];
  /** Whether only surveys that our own service fields have it. */
  isOfFielding?: true;
  /** They show what the copy of the surveys has. */
  showsCopy?: true;
  /** For roles that may; the others see it disabled, and why. */
  needs?: { permission: Permission; refusal: string };
};

const places: Place[] = [
  { href: "/projects", label: "Projects", icon: IconFolders, uses: ["demand"], showsCopy: true },
  { href: "/surveys", label: "Surveys", icon: IconClipboardList, uses: ["demand"], showsCopy: true },
  { href: "/suppliers", label: "Suppliers", icon: IconUsersGroup, uses: ["demand"], isOfFielding: true },
  {
    href: "/duplicates",
    label: "Duplicates",
    icon: IconCopyCheck,
    uses: ["demand", "activation"],
    needs: { permission: "duplicates:read", refusal: DUPLICATES_REFUSED },
  },
  {
    href: "/checks",
    label: "Checks",
    icon: IconShieldCheck,
    uses: ["demand", "fraud"],
    needs: { permission: "duplicates:read", refusal: CHECKS_REFUSED },
  },
  { href: "/answers", label: "Answers", icon: IconMessageCircle, uses: ["demand"] },
  { href: "/questions", label: "Questions", icon: IconListDetails, uses: ["demand"] },
  { href: "/trends", label: "Trends", icon: IconChartLine, uses: ["demand", "analysis"] },
  { href: "/pivots", label: "Tables", icon: IconTable, uses: ["demand", "pivot"] },
  {
    href: "/audit",
    label: "Audit",
    icon: IconHistory,
    uses: [],
    needs: { permission: "audit:read", refusal: AUDIT_REFUSED },
  },
  { href: "/settings", label: "Settings", icon: IconSettings, uses: [] },
];

const environmentTones: Record<ConnectionView["environment"], Tone> = {
  production: "red",
  staging: "orange",
  "built-in": "teal",
};

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
  const [isMenuOpen, menu] = useDisclosure(false);
  const path = usePathname();
  const health = useServiceHealth(connection);
  const place = places.find(({ href }) => path.startsWith(href));
  useKeptFocus();
  useEffect(loadAheadOnUse, []);
  return (
    <div className={classes.frame}>
      <a href="#main" className="skip-link">
        Skip to the page
      </a>
      <NavigationProgress />
      <header className={classes.header}>
        <div className={classes.place}>
          <button
            type="button"
            className={classes.menu}
            aria-label="Menu"
            aria-expanded={isMenuOpen}
            onClick={menu.toggle}
          >
            <IconMenu2 size={20} stroke={1.6} aria-hidden />
          </button>
          <Link href="/surveys" prefetch={false} className={classes.brand}>
            Fieldwork
          </Link>
          <EnvironmentBadge connection={connection} />
          <ServiceDot health={health} />
        </div>
        <div className={classes.tools}>
          {tools}
          <SchemeToggle />
          <PersonMenu person={person} />
        </div>
      </header>
      <nav className={classes.nav} aria-label="Main" data-open={isMenuOpen || undefined}>
        <Places role={person.role} fieldedElsewhere={connection.fieldedElsewhere} onGo={menu.close} />
      </nav>
      <main id="main" className={classes.main}>
        <ServiceLine
          health={health}
          connection={connection}
          used={place?.uses ?? []}
          showsCopy={place?.showsCopy ?? false}
        />
        <ServiceNameProvider value={connection.environment === "built-in" ? "Fieldwork" : connection.title}>
          <FrameOwner value={person.id}>{children}</FrameOwner>
        </ServiceNameProvider>
        <TipHost />
      </main>
      <SessionWatch person={person} connection={connection} />
    </div>
  );
}

type PlacesProps = { role: Role; fieldedElsewhere: string | null; onGo: () => void };

function Places({ role, fieldedElsewhere, onGo }: PlacesProps) {
  const path = usePathname();
  const refusalOf = ({ needs, isOfFielding }: Place) =>
    needs && !may(role, needs.permission) ? needs.refusal : isOfFielding ? fieldedElsewhere : null;
  return places
    .map((place) => ({ ...place, refusal: refusalOf(place) }))
    .map(({ href, label, icon: Icon, refusal }) => (
      <Link
        key={href}
        href={href}
        prefetch={false}
        onClick={onGo}
        {...(path.startsWith(href) && { "aria-current": "page" as const })}
        {...refusedProps(refusal)}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span>{label}</span>
      </Link>
    ));
}

function EnvironmentBadge({ connection }: { connection: ConnectionView }) {
  const { environment, title } = connection;
  const explained = {
    production: "You are working on the production services: what you save is real.",
    staging: "You are working on the staging services.",
    "built-in": "You are working on this product's own built-in services.",
  }[environment];
  return (
    <span className={classes.environment} {...tip(explained)}>
      <Badge tone={environmentTones[environment]}>{title}</Badge>
    </span>
  );
}

function SchemeToggle() {
  const { other, change } = useScheme();
  return (
    <button type="button" className={classes.icon} onClick={change} aria-label={`Use ${other} colours`}>
      {other === "light" ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
    </button>
  );
}

function PersonMenu({ person }: { person: Person }) {
  const go = useGo();
  const initials = person.name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  return (
    <PopMenu
      align="right"
      width={260}
      trigger={(props) => (
        <button type="button" className={classes.person} aria-label={`Signed in as ${person.name}`} {...props}>
          {/* A picture of the person, not a label. */}
          <span aria-hidden data-initials={initials} />
        </button>
      )}
    >
      <MenuNote>
        <b>{person.name}</b>
        <br />
        {person.email}
        <br />
        {roleNames[person.role]}, {person.accounts.map(({ name }) => name).join(", ") || "no account"}
      </MenuNote>
      <hr />
      <MenuItem href="/settings" onClick={goWithin(go)}>
        My settings
      </MenuItem>
      <MenuItem onClick={() => void leave()}>Sign out</MenuItem>
    </PopMenu>
  );
}

/** A plain click on a link goes there without loading the document anew. */
const goWithin = (go: (href: string) => void) => (event: MouseEvent<HTMLAnchorElement | HTMLButtonElement>) => {
  const href = event.currentTarget.getAttribute("href");
  if (href === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(href);
};

const roleNames: Record<Role, string> = { manager: "Project manager", analyst: "Analyst", admin: "Admin" };
