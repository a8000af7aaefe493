import { expect, type Page } from "@playwright/test";
import type postgres from "postgres";
import type { OwnSession } from "../http-session";
import type { RemoteName } from "../remote/connections";
import { type Front, remotePerson, sharedFront, signInRemote, startRemote } from "../remote/front";
import type { Production } from "../remote/production";
import { forgetWaits, openStore } from "../remote/store";
import { openSession } from "../sessions";
import { test } from "../undrawn";

/** What the journeys of one file work with: a remote connection whose services do as a test says. */
export type RemoteWorld = {
  production: Production;
  front: Front;
  /** The same person in another browser. */
  elsewhere: OwnSession;
  /** Somebody who works with the service itself. */
  service: OwnSession;
  at: (path: string) => string;
  /** Opens an address without waiting for its end, which a service may hold back. */
  open: (page: Page, path: string) => Promise<unknown>;
  /** All services are well, and known to be. */
  recover: () => Promise<void>;
};

/** Every test of the file begins signed in to the connection, whose services are well. */
export function withRemote(name: RemoteName): RemoteWorld {
  const world = {} as RemoteWorld;
  let store: postgres.Sql;
  world.at = (path) => `${world.front.url}${path}`;
  world.open = (page, path) => page.goto(world.at(path), { waitUntil: "commit" });
  world.recover = async () => {
    await world.production.behave({});
    await forgetWaits(store, name);
    await expect(async () => {
      // Asks those that were taken for absent, and need not be waited for.
      await world.elsewhere.post("/api/settings/connection/health", { data: {} });
      expect((await world.elsewhere.get("/api/demand/surveys?ids=none")).status()).toBe(200);
    }).toPass();
  };
  test.beforeAll(async () => {
    world.production = await startRemote(name);
    world.front = await sharedFront();
    store = openStore(world.front.dataDir);
    world.elsewhere = await signInRemote(world.front, name);
    world.service = await openSession({ email: remotePerson(name).email });
  });
  const errors: string[] = [];
  test.beforeEach(async ({ context, page }) => {
    errors.length = 0;
    // Among them a page that is not drawn again as the server drew it, as an age or a state that moves on meanwhile.
    page.on("pageerror", (error) => errors.push(String(error)));
    await world.recover();
    await context.addCookies(world.elsewhere.cookies());
  });
  test.afterEach(() => expect(errors).toEqual([]));
  test.afterAll(async () => {
    await store?.end({ timeout: 1 });
    await world.production?.close();
  });
  return world;
}

/** An open page looks for a newer copy of what it lists, and at services that are well, as often as this. */
export const LOOKS_EVERY_MS = 15_000;

/** Expects what a page shows once it has looked again, which its clock (`page.clock.install`) brings on at once. */
export async function expectAtNextLook(
  page: Page,
  isShown: (options: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(LOOKS_EVERY_MS);
    await isShown({ timeout: 1000 });
  }).toPass();
}
