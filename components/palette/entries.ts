import type { PageAction } from "@/components/ui/page-actions";
import type { Found } from "@/lib/contracts/ours/search";
import { projectHref } from "@/lib/projects/list-state";
import { bestMatches, matchRank } from "@/lib/search/match";
import type { Recent } from "./recent";

export type EntryKind = "survey" | "project" | "person" | "page" | "action" | "recent";

/** A row of the palette: something to open, or something to do. */
export type Entry = {
  key: string;
  kind: EntryKind;
  label: string;
  line: string;
  /** Where it leads; else `run` does it. */
  href?: string;
  run?: () => void;
  refused?: string | null;
  /** Kept among what was opened last. */
  remember?: Recent;
};

export type Group = {
  label: string;
  entries: Entry[];
  /** Known as soon as a key is pressed: needs no answer of the server. */
  isLocal: boolean;
};

export type Place = {
  href: string;
  label: string;
  /** Other words that find it. */
  keywords?: string;
  refused: string | null;
};

export type Ground = {
  actions: readonly PageAction[];
  places: readonly Place[];
  recent: readonly Recent[];
};

const line = (...parts: (string | null)[]) => parts.filter(Boolean).join(" · ");

const actionEntry = ({ id, label, run, refused }: PageAction): Entry => ({
  key: `action:${id}`,
  kind: "action",
  label,
  line: refused ?? "",
  run,
  refused: refused ?? null,
});

const placeEntry = ({ href, label, refused }: Place): Entry => ({
  key: `page:${href}`,
  kind: "page",
  label,
  line: refused ?? "Page",
  href,
  refused,
});

const local = (label: string, entries: Entry[]): Group => ({ label, entries, isLocal: true });
const filled = (groups: Group[]) => groups.filter(({ entries }) => entries.length > 0);

/** What stands there before anything is typed: what was opened last, what this page can do, where else to go. */
export function entriesAtFirst({ actions, places, recent }: Ground): Group[] {
  const ofPage = actions.filter(({ everywhere }) => !everywhere);
  const others = actions.filter(({ everywhere }) => everywhere);
  return filled([
    local(
      "Recent",
      recent.map((one) => ({ ...one, key: `recent:${one.href}`, kind: "recent" as const, remember: one })),
    ),
    local("On this page", ofPage.map(actionEntry)),
    local("Go to", places.map(placeEntry)),
    local("Everywhere", others.map(actionEntry)),
  ]);
}

const COMMANDS = 8;

/**
 * What a text finds. A command that begins with it stands first, since whoever types its name means it; other
 * commands stand after what was found.
 */
export function entriesFor(text: string, found: Found | undefined, { actions, places }: Ground): Group[] {
  const commands = [
    ...actions.map((action) => ({ entry: actionEntry(action), keywords: action.keywords ?? null })),
    ...places.map((place) => ({ entry: placeEntry(place), keywords: place.keywords ?? null })),
  ];
  const matching = bestMatches(text, commands, COMMANDS, ({ entry, keywords }) => ({
    id: entry.key,
    values: [entry.label, keywords],
  })).map(({ entry }) => entry);
  const isNamed = (entry: Entry) => (matchRank(text, entry.key, [entry.label]) ?? 9) <= 2;
  return filled([
    local("Commands", matching.filter(isNamed)),
    ...(found ? foundGroups(found) : []),
    {
      label: "More commands",
      entries: matching.filter((entry) => !isNamed(entry)),
      isLocal: false,
    },
  ]);
}

function foundGroups({ surveys, projects, people }: Found): Group[] {
  const opening = (kind: EntryKind, id: string, label: string, about: string, href: string): Entry => ({
    key: `${kind}:${id}`,
    kind,
    label,
    line: about,
    href,
    remember: { href, label, line: about, kind },
  });
  const market = (country: string | null, language: string | null) => [country, language].filter(Boolean).join("-");
  return [
    {
      label: "Surveys",
      isLocal: false,
      entries: surveys.map(({ id, name, project_name, country_code, language_code, status }) =>
        opening(
          "survey",
          id,
          name || id,
          line(project_name, market(country_code, language_code), status),
          `/surveys/${encodeURIComponent(id)}`,
        ),
      ),
    },
    {
      label: "Projects",
      isLocal: false,
      entries: projects.map(({ id, name, number, manager_name }) =>
        opening("project", id, name || id, line("Project", number, manager_name), projectHref(id)),
      ),
    },
    {
      label: "People",
      isLocal: false,
      entries: people.map(({ id, name, email }) =>
        opening("person", id, name || id, line(email, "the surveys of this manager"), surveysOfManager(id)),
      ),
    },
  ];
}

const surveysOfManager = (id: string) => `/surveys?${new URLSearchParams({ manager: id })}`;
