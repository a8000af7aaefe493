"use client";

import { MantineProvider } from "@mantine/core";
import { setNonce } from "get-nonce";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { Confirmation } from "@/components/ui/confirmation";
import { Notices } from "@/components/ui/notices";
import { theme } from "@/components/ui/theme";
import { QueryProvider } from "./query-provider";

/** The policy that came with the document stays in force, also over pages that are rendered later with another nonce. */
const nonceOfDocument = () =>
  typeof document === "undefined" ? undefined : document.querySelector<HTMLElement>("script[nonce]")?.nonce;

/** The providers of all pages after sign-in. */
export function Providers({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  const [nonce] = useState(() => nonceOfDocument() ?? given);
  if (typeof window !== "undefined") setNonce(nonce);
  return (
    <MantineProvider theme={theme} withCssVariables={false} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryProvider>
        <NuqsAdapter>
          {children}
          <Confirmation />
          <Notices />
        </NuqsAdapter>
      </QueryProvider>
    </MantineProvider>
  );
}
