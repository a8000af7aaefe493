/** Members of several lists, each once, in the order of the first; one that it lacks follows what it follows in its own. */
export function merged<Member>(lists: readonly (readonly Member[])[], nameOf: (member: Member) => string): Member[] {
  const ordered: { name: string; member: Member }[] = [];
  const known = new Set<string>();
  for (const [at, list] of lists.entries()) {
    let after = -1;
    for (const member of list) {
      const name = nameOf(member);
      if (known.has(name)) {
        if (at > 0) after = ordered.findIndex((each) => each.name === name);
        continue;
      }
      known.add(name);
      after = at === 0 ? ordered.length : after + 1;
      ordered.splice(after, 0, { name, member });
    }
  }
  return ordered.map(({ member }) => member);
}
