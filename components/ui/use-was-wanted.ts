import { useState } from "react";

/** Whether a form was ever asked for: from then on its drawer stays, for unsaved edits that outlive the address. */
export function useWasWanted(wanted: string | null): boolean {
  const [wasWanted, setWasWanted] = useState(false);
  if (wanted !== null && !wasWanted) setWasWanted(true);
  return wasWanted;
}
