import "server-only";
import { type DehydratedState, dehydrate, QueryClient, type QueryKey } from "@tanstack/react-query";

type Prefetched = { queryKey: QueryKey; read: () => Promise<unknown> };

/**
 * Reads for a page's first paint, under the keys that the browser's queries have. One that fails is left to the
 * browser, which asks again and shows the error where the data would stand: a page never falls for one part of it.
 */
export async function prefetch(...queries: Prefetched[]): Promise<DehydratedState> {
  const client = new QueryClient();
  await Promise.all(queries.map(({ queryKey, read }) => client.prefetchQuery({ queryKey, queryFn: read })));
  return dehydrate(client);
}
