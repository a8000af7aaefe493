import { Agent, Pool } from "undici";

export const AT_ONCE = 20;

type Headers = Record<string, string>;

/** The page as it is written, not compressed. */
export async function openPlain(origin: string, path: string, headers: Headers): Promise<string> {
  const reply = await fetch(`${origin}${path}`, { headers: { ...headers, "accept-encoding": "identity" } });
  if (reply.status !== 200) throw new Error(`${path} was answered with ${reply.status}.`);
  return reply.text();
}

/** One request over a connection of its own, from its begin to the last byte. */
export async function openOnce(origin: string, path: string, headers: Headers) {
  const agent = new Agent({ pipelining: 1 });
  const begun = performance.now();
  const { statusCode, body } = await agent.request({ origin, method: "GET", path, headers });
  if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`);
  const bytes = (await body.arrayBuffer()).byteLength;
  const ms = performance.now() - begun;
  await agent.close();
  return { ms, bytes };
}

/** Twenty people who open the page again and again. */
export async function underLoad(origin: string, path: string, headers: Headers, forMs: number) {
  const pool = new Pool(origin, { connections: AT_ONCE, pipelining: 1 });
  const took: number[] = [];
  const since = performance.now();
  const client = async () => {
    while (performance.now() < since + forMs) {
      const begun = performance.now();
      const { statusCode, body } = await pool.request({ method: "GET", path, headers });
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`);
      await body.arrayBuffer();
      took.push(performance.now() - begun);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    const elapsedMs = performance.now() - since;
    took.sort((a, b) => a - b);
    return {
      perSecond: (took.length * 1000) / elapsedMs,
      p95Ms: took[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN,
    };
  } finally {
    await pool.close();
  }
}
