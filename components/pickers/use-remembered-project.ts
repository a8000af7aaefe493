import { useEffect, useRef } from "react";
import { updateMine } from "@/lib/settings/queries";

/** Remembers the project that a person works in, so that the other pages of answers open with it. Null: none yet. */
export function useRememberedProject(id: string | null): void {
  const remembered = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || remembered.current === id) return;
    remembered.current = id;
    // Only convenience: a failure costs a choice later, and is not worth a message.
    updateMine({ last_project_id: id }).catch(() => {});
  }, [id]);
}
