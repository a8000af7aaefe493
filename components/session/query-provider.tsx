"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { AppError } from "@/lib/http/problem";

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
// zod, which few pages load at once, would try to compile validators with `Function`; the content security policy
// refuses that.
globalThis.__zod_globalConfig ??= {};
globalThis.__zod_globalConfig.jitless = true;

const SHORT_WAIT_MS = 3000;

/**
 * A refusal stays one however often it is asked again, and our server has asked a service more than once before it says
 * that one failed. What is worth another try is that our own server was not reached, or asks to wait a moment.
 */
function worthRetrying(tries: number, error: Error): boolean {
  if (tries > 0) return false;
  if (!(error instanceof AppError)) return true;
  const { code, status, retryAfterMs } = error;
  if (code === "busy") return (retryAfterMs ?? 0) <= SHORT_WAIT_MS;
  return code === "unavailable" && (error.cause !== undefined || status === 500);
}

const retryDelay = (_: number, error: Error) => (error instanceof AppError && error.retryAfterMs) || 1000;

const newQueryClient = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: 15_000, retry: worthRetrying, retryDelay } } });

export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newQueryClient);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
