"use client";

import "@mantine/spotlight/styles.layer.css";
import { useMediaQuery } from "@mantine/hooks";
import { Spotlight } from "@mantine/spotlight";
import { useQueryClient } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import { useEffect } from "react";
import { IS_OVERLAY, noteBeforeOverlay } from "@/components/ui/before-overlay";
import type { PageAction } from "@/components/ui/page-actions";
import { useScheme } from "@/components/ui/use-scheme";
import { AUDIT_REFUSED, CHECKS_REFUSED, DUPLICATES_REFUSED, may, type Role } from "@/lib/contracts/rules/permissions";
import type { Place } from "./entries";
import { PaletteBody } from "./palette-body";
import { palette, paletteStore } from "./palette-store";
import { useRecent } from "./recent";

type Props = {
  role: Role;
  fieldedElsewhere: string | null;
  /** Whose recent things are kept. */
  owner: string;
  /** How often it was asked to open so far: it opens whenever that grows. */
  asked: number;
  onHelp: () => void;
};

/** The palette itself: what it can reach, and the dialog in which it stands. */
export function PaletteSpotlight({ role, fieldedElsewhere, owner, asked, onHelp }: Props) {
  const { recent, remember, forget } = useRecent(owner);
  const isNarrow = useMediaQuery("(max-width: 48em)");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked for it opens.
  useEffect(() => {
    palette.open();
  }, [asked]);
  const queries = useQueryClient();
  const actions = [
    {
      id: "refresh",
      label: "Refresh",
      keywords: "reload read again",
      run: () => void queries.invalidateQueries(),
      everywhere: true,
    },
    ...useSchemeAction(),
    { id: "shortcuts", label: "Keyboard shortcuts", keywords: "keys help", run: onHelp, everywhere: true },
    {
      id: "sign-out",
      label: "Sign out",
      keywords: "log out leave",
      everywhere: true,
      run: () => {
        forget();
        void signOut({ callbackUrl: "/sign-in" });
      },
    },
  ];
  return (
    <Spotlight.Root
      store={paletteStore}
      // After the page, not before it: the first link of the document stays the one that skips to the page.
      withinPortal={false}
      onSpotlightOpen={noteBeforeOverlay}
      // At once, not when it has faded out: opened again before that it would keep the text.
      onSpotlightClose={() => paletteStore.updateState((state) => ({ ...state, query: "" }))}
      shortcut={null}
      attributes={{ content: { "aria-label": "Search and commands", ...IS_OVERLAY } }}
      maxHeight={isNarrow ? "100dvh" : "min(34rem, 80vh)"}
      scrollable
      fullScreen={isNarrow ?? false}
      overlayProps={{ blur: 0 }}
      transitionProps={{ duration: 80, transition: "fade" }}
    >
      <PaletteBody places={placesFor(role, fieldedElsewhere)} recent={recent} actions={actions} onRemember={remember} />
    </Spotlight.Root>
  );
}

const placesFor = (role: Role, fieldedElsewhere: string | null): Place[] => [
  { href: "/surveys", label: "Surveys", refused: null },
  { href: "/projects", label: "Projects", refused: null },
  { href: "/suppliers", label: "Suppliers", keywords: "end links panels respondents", refused: fieldedElsewhere },
  {
    href: "/duplicates",
    label: "Duplicate check",
    refused: may(role, "duplicates:read") ? null : DUPLICATES_REFUSED,
  },
  {
    href: "/checks",
    label: "Fraud checks",
    keywords: "checks respondent rejection supplier vpn",
    refused: may(role, "duplicates:read") ? null : CHECKS_REFUSED,
  },
  { href: "/answers", label: "Answers", keywords: "questions imports files", refused: null },
  { href: "/trends", label: "Trends", keywords: "charts means shares over time", refused: null },
  { href: "/pivots", label: "Tables", keywords: "pivots cross tables tabulate percent", refused: null },
  { href: "/pivots/new", label: "Make a table", keywords: "new pivot banner cross tabulate", refused: null },
  { href: "/audit", label: "Audit", refused: may(role, "audit:read") ? null : AUDIT_REFUSED },
  { href: "/settings", label: "Settings", refused: null },
];

function useSchemeAction(): PageAction[] {
  const { other, change: run } = useScheme();
  return [{ id: "scheme", label: `Use ${other} colours`, keywords: "theme dark light mode", run, everywhere: true }];
}
