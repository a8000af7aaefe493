import { randomUuid } from "@/lib/http/random-uuid";

/**
 * Ids for the jobs that one form starts: the same id for the same request, so that a click after a lost reply finds the
 * job that the first one started, and another id for any other request.
 */
export function requestIds(): (asked: unknown) => string {
  let last = { asked: "", id: "" };
  return (asked) => {
    const text = JSON.stringify(asked);
    if (text !== last.asked) last = { asked: text, id: randomUuid() };
    return last.id;
  };
}
