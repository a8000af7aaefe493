import { useCallback, useMemo, useState } from "react";
import type { Selection } from "./data-table";

const NONE: ReadonlySet<string> = new Set();

/** The rows of a list that a person has chosen, over all its pages. */
export function useSelection(): Selection & { clear: () => void } {
  const [ids, setIds] = useState(NONE);
  const set = useCallback(
    (changed: string[], chosen: boolean) =>
      setIds((before) =>
        chosen ? new Set([...before, ...changed]) : new Set([...before].filter((id) => !changed.includes(id))),
      ),
    [],
  );
  const clear = useCallback(() => setIds(NONE), []);
  return useMemo(() => ({ ids, set, clear }), [ids, set, clear]);
}
