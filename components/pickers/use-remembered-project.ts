import { useEffect } from "react";
import { viewerHeader } from "@/lib/http/client";
import { updateMine } from "@/lib/settings/queries";

/** Where this browser notes what it wrote last; another person who signs in here has a place of their own. */
const place = () => `last-project ${Object.values(viewerHeader()).join()}`;

async function rememberProject(id: string): Promise<void> {
  if (window.localStorage.getItem(place()) === id) return;
  await updateMine({ last_project_id: id });
  window.localStorage.setItem(place(), id);
}

/**
 * Remembers the project that a person works in, so that the other pages of answers open with it. Null: none yet. A page
 * that opens with the project that was remembered last writes nothing.
 */
export function useRememberedProject(id: string | null): void {
  useEffect(() => {
    // Only convenience: a failure costs a choice later, and is not worth a message.
    if (id !== null) rememberProject(id).catch(() => {});
  }, [id]);
}
