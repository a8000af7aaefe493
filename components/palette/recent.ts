import { useLocalStorage } from "@mantine/hooks";
import * as z from "zod";

const recentSchema = z.array(
  z.object({ href: z.string().startsWith("/"), label: z.string(), line: z.string(), kind: z.string() }),
);
export type Recent = z.output<typeof recentSchema>[number];

const KEPT = 6;

function readRecent(text: string | undefined): Recent[] {
  try {
    return recentSchema.parse(JSON.parse(text ?? "[]"));
  } catch {
    return [];
  }
}

/** What a person opened last from the palette, newest first, in this browser. */
export function useRecent(owner: string) {
  const [recent, setRecent, forget] = useLocalStorage<Recent[]>({
    key: `fieldwork-recent:${owner}`,
    defaultValue: [],
    deserialize: readRecent,
  });
  const remember = (opened: Recent) =>
    setRecent((before) => [opened, ...before.filter(({ href }) => href !== opened.href)].slice(0, KEPT));
  return { recent, remember, forget };
}
