import { addKey } from "../session-records";
import { type Client, inTurn, type Json, patient, type Reply, type World } from "./world";

/** Clients of `/service/activation` with keys, and an account of a test's own to call for. */

/** A client that sends this key, whatever the rate says. */
export function withKey(world: World, key: string): Client {
  const send =
    (method: keyof Client): Client[keyof Client] =>
    (path, ask = {}) =>
      world.anonymous[method](`/service/activation${path}`, { ...ask, headers: { "x-api-key": key, ...ask.headers } });
  return { get: send("get"), post: send("post"), patch: send("patch"), put: send("put"), delete: send("delete") };
}

export type Keyed = { id: string; key: string; client: Client; clients: Client[] };

/** The rate counts each key for itself: several take turns. */
const KEYS_IN_TURN = 8;

export async function keyedAccount(world: World, keys = KEYS_IN_TURN): Promise<Keyed> {
  const name = `Duplicates ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  const id = row?.id ?? "";
  const made = await Promise.all(Array.from({ length: keys }, () => addKey(world.sql, id)));
  const clients = made.map((key) => patient(withKey(world, key)));
  return { id, key: made[0] ?? "", client: inTurn(clients), clients };
}

/** Its reply, which must be good. */
export async function good(reply: Promise<Reply>): Promise<Json> {
  const { status, json } = await reply;
  if (status !== 200 && status !== 201) throw new Error(`${status}: ${JSON.stringify(json)}`);
  return json;
}
