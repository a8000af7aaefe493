/** What decides who belongs to a quota: a question, and the options that qualify. */
type Asks = { question_id: number | string; allowed_option_ids: readonly (number | string)[] };

/**
 * Who belongs to a quota, as a box: for each question that it asks, the options that qualify. A question that it does
 * not ask has no entry: every answer qualifies.
 */
export type Audience = ReadonlyMap<string, ReadonlySet<string>>;

export function audienceOf(qualifications: readonly Asks[]): Audience {
  const audience = new Map<string, ReadonlySet<string>>();
  for (const { question_id, allowed_option_ids } of qualifications) {
    const id = String(question_id);
    const options = new Set(allowed_option_ids.map(String));
    // A question asked twice lets through whoever meets both.
    const present = audience.get(id);
    audience.set(id, present ? new Set([...present].filter((option) => options.has(option))) : options);
  }
  return audience;
}

/** Whether nobody can belong to both. */
export function areDisjoint(a: Audience, b: Audience): boolean {
  for (const [question, options] of a) {
    const others = b.get(question);
    if (others && !intersects(options, others)) return true;
  }
  return false;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const option of small) if (large.has(option)) return true;
  return false;
}

/** `having`: who of the members lets an option through, by question and option. */
type Layer = { members: number[]; having: Map<string, Map<string, number[]>> };

/** Audiences none of which shares anybody with another of its layer; by index. Each goes to the first layer that takes it. */
export function disjointLayers(audiences: readonly Audience[]): number[][] {
  const layers: Layer[] = [];
  const alike = new Map<string, Layer[]>();
  // A layer that once refused an audience refuses it for good: the next of the same begins after those.
  const tried = new Map<string, number>();
  audiences.forEach((audience, index) => {
    const questions = [...audience.keys()].sort().join();
    const homes = alike.get(questions) ?? [];
    alike.set(questions, homes);
    const same = [...audience].map(([question, options]) => `${question}:${[...options].join()}`).join(";");
    // Who asks nothing is everyone, and shares somebody with whomever stands there.
    let at = audience.size === 0 ? homes.length : (tried.get(same) ?? 0);
    for (let home = homes[at]; home && !takes(home, audience, audiences); home = homes[at]) at += 1;
    const home = homes[at] ?? { members: [], having: new Map() };
    if (!homes[at]) {
      homes.push(home);
      layers.push(home);
    }
    tried.set(same, at);
    join(home, index, audience);
  });
  return layers.map(({ members }) => members);
}

function join({ members, having }: Layer, index: number, audience: Audience) {
  members.push(index);
  for (const [question, options] of audience) {
    const byOption = having.get(question) ?? new Map<string, number[]>();
    having.set(question, byOption);
    for (const option of options) {
      const present = byOption.get(option);
      if (present) present.push(index);
      else byOption.set(option, [index]);
    }
  }
}

/** Only members that share an option of each question can be in the way: those of the rarest are looked at. */
function takes({ having }: Layer, audience: Audience, audiences: readonly Audience[]): boolean {
  let near: number[][] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const [question, options] of audience) {
    const lists = [...options].flatMap((option) => [having.get(question)?.get(option) ?? []]);
    const count = lists.reduce((sum, list) => sum + list.length, 0);
    if (count < fewest) [near, fewest] = [lists, count];
  }
  return near.every((list) => list.every((other) => areDisjoint(audiences[other] ?? audience, audience)));
}

/** A quota with its whole target. `qualifications` null: nobody can tell who belongs to it. */
export type Layered = { target: number; qualifications: readonly Asks[] | null };

/**
 * Quotas that divide the same respondents among them, by index: those by gender are one layer, those by age beside them
 * another. Quotas of which nobody can tell who belongs to them count as one layer.
 */
export function layersOf(quotas: readonly Layered[]): number[][] {
  const known = quotas.flatMap(({ qualifications }, at) => (qualifications ? [{ at, qualifications }] : []));
  const unknown = quotas.flatMap(({ qualifications }, at) => (qualifications ? [] : [at]));
  const layers = disjointLayers(known.map(({ qualifications }) => audienceOf(qualifications)));
  return [
    ...layers.map((layer) => layer.flatMap((index) => known[index]?.at ?? [])),
    ...(unknown.length > 0 ? [unknown] : []),
  ];
}

/** The sum of each layer's targets. */
export const layerSums = (quotas: readonly Layered[], layers = layersOf(quotas)): number[] =>
  layers.map((layer) => layer.reduce((sum, at) => sum + (quotas[at]?.target ?? 0), 0));

/** The most that one layer adds up to: what compares with the survey's own respondents. */
export const largestLayer = (quotas: readonly Layered[]): number =>
  layerSums(quotas).reduce((a, b) => Math.max(a, b), 0);
