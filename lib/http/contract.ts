import { whenNeeded } from "./when-needed";

/** The members of a module, each as the promise of it. */
type Later<M> = { readonly [Name in keyof M]: Promise<M[Name]> };

/**
 * A contract as the browser's calls name it: `contract(() => import("@/lib/contracts/ours/jobs"))`. Its schemas, and zod, are
 * loaded by the first call, because a page that the server has filled needs none of them to open.
 */
export function contract<M extends object>(load: () => Promise<M>): Later<M> {
  const loadOnce = whenNeeded(load);
  return new Proxy({} as Later<M>, {
    get: (_, name) => loadOnce().then((module) => module[name as keyof M]),
  });
}
