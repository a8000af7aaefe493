import { randomUuid } from "@/lib/http/random-uuid";

/**
 * Ids for what one form starts: the same as long as it asks for the same, so that a press after a lost reply finds the
 * work that the first one began, and another for anything else, which is other work.
 */
export function requestIds(): (asked: unknown) => string {
  let last = { asked: "", id: "" };
  return (asked) => {
    const text = JSON.stringify(asked);
    if (text !== last.asked) last = { asked: text, id: randomUuid() };
    return last.id;
  };
}
