"use client";

import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { config } from "zod";
import { Confirmation } from "@/components/ui/confirmation";
import { Notices } from "@/components/ui/notices";
import { cssVariables, theme } from "@/components/ui/theme";
import { AppError } from "@/lib/http/problem";

// zod would try to compile validators with `Function`, which the content security policy refuses.
config({ jitless: true });

/** A refusal stays one however often it is asked again; only a failure that may pass is worth another try. */
const worthRetrying = (tries: number, error: Error) =>
  tries < 1 && !(error instanceof AppError && error.code !== "unavailable" && error.code !== "busy");

const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: worthRetrying } } });

/** `nonce` is the first page's: the document's policy stays what it was when later pages are rendered. */
export function Providers({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  const [nonce] = useState(given);
  const [queryClient] = useState(newQueryClient);
  if (typeof window !== "undefined") setNonce(nonce);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>
          {children}
          <Confirmation />
          <Notices />
        </NuqsAdapter>
      </QueryClientProvider>
    </MantineProvider>
  );
}
