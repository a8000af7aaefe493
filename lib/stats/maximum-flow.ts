/** A pipe between two nodes that lets at most `capacity` through; `Infinity` for no limit. */
export type Edge = { from: number; to: number; capacity: number };

/**
 * The largest flow from `source` to `sink` (Dinic 1970). `flows`: what goes through each edge, in their order.
 * `reached`: which nodes could still get more from the source, so that the edges leaving them are a smallest cut,
 * the one nearest to the source.
 */
export type Flow = { value: number; flows: number[]; reached: boolean[] };

/** `nodes`: how many there are, numbered from 0. At least one edge on every path must have a finite capacity. */
export function maximumFlow(nodes: number, edges: readonly Edge[], source: number, sink: number): Flow {
  // Each edge and, at the next index, its way back.
  const to: number[] = [];
  const room: number[] = [];
  const leaving: number[][] = Array.from({ length: nodes }, () => []);
  for (const { from, to: target, capacity } of edges) {
    leaving[from]?.push(to.length);
    to.push(target);
    room.push(capacity);
    leaving[target]?.push(to.length);
    to.push(from);
    room.push(0);
  }
  let value = 0;
  for (;;) {
    const level = levelsFrom(source, leaving, to, room);
    if ((level[sink] ?? -1) < 0) {
      const flows = edges.map((_, index) => room[2 * index + 1] ?? 0);
      return { value, flows, reached: level.map((depth) => depth >= 0) };
    }
    const next = new Array<number>(nodes).fill(0);
    const push = (node: number, limit: number): number => {
      if (node === sink) return limit;
      const out = leaving[node] ?? [];
      for (; (next[node] ?? 0) < out.length; next[node] = (next[node] ?? 0) + 1) {
        const edge = out[next[node] ?? 0] ?? 0;
        const target = to[edge] ?? 0;
        const free = room[edge] ?? 0;
        if (free <= 0 || level[target] !== (level[node] ?? 0) + 1) continue;
        const pushed = push(target, Math.min(limit, free));
        if (pushed <= 0) continue;
        room[edge] = free - pushed;
        room[edge ^ 1] = (room[edge ^ 1] ?? 0) + pushed;
        return pushed;
      }
      return 0;
    };
    for (
      let pushed = push(source, Number.POSITIVE_INFINITY);
      pushed > 0;
      pushed = push(source, Number.POSITIVE_INFINITY)
    ) {
      value += pushed;
    }
  }
}

/** How many edges with room each node is from the source; -1: out of reach. */
function levelsFrom(source: number, leaving: readonly number[][], to: readonly number[], room: readonly number[]) {
  const level = new Array<number>(leaving.length).fill(-1);
  level[source] = 0;
  const queue = [source];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] ?? 0;
    for (const edge of leaving[node] ?? []) {
      const target = to[edge] ?? 0;
      if ((room[edge] ?? 0) > 0 && level[target] === -1) {
        level[target] = (level[node] ?? 0) + 1;
        queue.push(target);
      }
    }
  }
  return level;
}
