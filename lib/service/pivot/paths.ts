import type { KeyNames } from "./key-labels";

type Path = readonly number[];

/**
 * The paths of one side of a table in the order in which they are read: members by their place, each total after its
 * members, the grand total last. Always holds the grand total, `[]`.
 */
export function orderedPaths(occurring: Iterable<Path>, names: readonly KeyNames[]): number[][] {
  const byName = new Map<string, Path>([["", []]]);
  for (const path of occurring) byName.set(path.join(), path);
  const children = new Map<string, Path[]>();
  for (const path of byName.values()) {
    if (path.length === 0) continue;
    const parent = path.slice(0, -1).join();
    const siblings = children.get(parent);
    if (siblings) siblings.push(path);
    else children.set(parent, [path]);
  }
  const ordered: number[][] = [];
  const visit = (path: Path) => {
    const place = names[path.length]?.place ?? ((key: number) => key);
    const members = children.get(path.join()) ?? [];
    members.sort((one, other) => place(one.at(-1) ?? 0) - place(other.at(-1) ?? 0));
    for (const member of members) visit(member);
    ordered.push([...path]);
  };
  visit([]);
  return ordered;
}
