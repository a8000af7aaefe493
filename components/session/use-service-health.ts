"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConnectionView } from "@/lib/contracts/context";
import type { ServiceHealth } from "@/lib/contracts/ours/settings";
import { serviceHealthQuery } from "@/lib/settings/queries";

const LOOK_EVERY_MS = 15_000;
const LOOK_OFTEN_EVERY_MS = 3000;

/** How the connection's remote services respond, looked at often while one of them does not. */
export function useServiceHealth({ environment }: ConnectionView): ServiceHealth | undefined {
  const { data } = useQuery({
    ...serviceHealthQuery(),
    enabled: environment !== "built-in",
    refetchInterval: ({ state }) =>
      state.data?.services.some((service) => service.state !== "responding") ? LOOK_OFTEN_EVERY_MS : LOOK_EVERY_MS,
  });
  useRefreshOnRecovery(data);
  return data;
}

/** What failed while a service did not respond is read again when it does. */
function useRefreshOnRecovery(health: ServiceHealth | undefined): void {
  const queries = useQueryClient();
  const former = useRef<readonly string[]>([]);
  useEffect(() => {
    if (!health) return;
    const down = health.services.filter(({ state }) => state === "not responding").map(({ name }) => name);
    const hasRecovered = former.current.some((name) => !down.includes(name));
    former.current = down;
    if (hasRecovered) void queries.invalidateQueries({ predicate: ({ queryKey }) => !isHealth(queryKey) });
  }, [health, queries]);
}

const isHealth = (queryKey: readonly unknown[]) =>
  JSON.stringify(queryKey) === JSON.stringify(serviceHealthQuery().queryKey);
