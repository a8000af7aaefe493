import type { ServiceHealth } from "@/lib/contracts/ours/settings";
import type { ServiceState } from "@/lib/contracts/rules/service-state";
import type { Format } from "@/lib/tables/format";

type Service = ServiceHealth["services"][number];
type Shown = {
  connection: string;
  format: Format;
  /** The page shows what the copy of the surveys has. */
  showsCopy: boolean;
};

/** What is told of the services that a page depends on: one line each, the worst first. */
export type ServiceNotice = { key: string; tone: "trouble" | "caution"; text: string; canRetry: boolean };

const severity: Record<ServiceState, number> = { "not responding": 3, limited: 2, slow: 1, responding: 0 };

/** The state that stands for all of them. */
export const worstState = (services: readonly Service[]): ServiceState =>
  services.reduce<ServiceState>(
    (worst, { state }) => (severity[state] > severity[worst] ? state : worst),
    "responding",
  );

export const stateNames: Record<ServiceState, string> = {
  responding: "Responding",
  slow: "Slow",
  limited: "Limited",
  "not responding": "Not responding",
};

/** One sentence of a state; null where there is nothing to tell. */
const sentences: Record<ServiceState, (name: string, service: Service, format: Format) => string | null> = {
  responding: () => null,
  slow: (name) => `${name} is responding slowly.`,
  limited: (name, { until }, format) => `${name} is limiting requests until ${format.time(until, { seconds: true })}.`,
  "not responding": (name, { since }, format) =>
    since ? `${name} has not responded since ${format.time(since)}.` : `${name} is not responding.`,
};

/** `used`: the interfaces that the page depends on. */
export function serviceNotices(
  { services, copy }: ServiceHealth,
  used: readonly string[],
  { connection, format, showsCopy }: Shown,
): ServiceNotice[] {
  const shown = services.filter(({ name }) => used.includes(name));
  const notices = shown
    .toSorted((a, b) => severity[b.state] - severity[a.state])
    .flatMap((service): ServiceNotice[] => {
      const isDown = service.state === "not responding";
      // Where all of them are down, the connection is.
      const areAllDown = isDown && services.every(({ state }) => state === "not responding");
      const name = areAllDown || services.length === 1 ? connection : `${connection} (${service.title})`;
      const sentence = sentences[service.state](name, service, format);
      if (sentence === null) return [];
      const hasCopy = showsCopy && isDown && service.name === "demand" && copy?.as_of;
      const copied = hasCopy ? ` ${showing(hasCopy, format)}` : "";
      return [
        {
          key: service.name,
          tone: isDown ? "trouble" : "caution",
          text: `${sentence}${copied}`,
          canRetry: isDown,
        },
      ];
    });
  const isDemandUp = shown.some(({ name, state }) => name === "demand" && state !== "not responding");
  if (showsCopy && isDemandUp && copy?.problem && copy.as_of) {
    const text = `The list of surveys could not be refreshed: ${copy.problem} ${showing(copy.as_of, format)}`;
    notices.push({ key: "copy", tone: "caution", text, canRetry: false });
  }
  return notices;
}

const showing = (iso: string, format: Format) => `Showing figures from ${format.time(iso)}${ago(iso)}.`;

function ago(iso: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "";
  if (minutes < 120) return ` (${minutes} ${minutes === 1 ? "minute" : "minutes"} ago)`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ` (${hours} hours ago)` : ` (${Math.floor(hours / 24)} days ago)`;
}
