import { rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newCertificate } from "@/lib/test-certificate";
import type { Instance } from "../instance";
import { startSharedInstance } from "../shared-instance";
import { FRONT_ADMINS, frontConnections, frontProviders, STAND_INS, type StandInName } from "./connections";
import { reservePorts } from "./ports";
import { demoAccountAt } from "./production";
import { sendJson } from "./stand-in";

type Dispenser = { startFront: () => void; stop: () => Promise<void> };

/**
 * Hands the shared front, an instance with remote connections, to files of tests in whichever process they run: it
 * starts on `dataDir` when it is told to or the first one asks, and ends with the run.
 */
export async function dispenseFront(dataDir: string): Promise<Dispenser> {
  const ports = await reservePorts(STAND_INS.length);
  const portOf = Object.fromEntries(STAND_INS.map((name, index) => [name, ports[index] ?? 0]));
  const signer = newCertificate("corporate");
  process.env.SAML_SIGNER = JSON.stringify(signer);
  const start = async () => {
    const demoAccount = await demoAccountAt(process.env.BASE_URL ?? "");
    const url = (name: StandInName) => `http://127.0.0.1:${portOf[name]}`;
    const env = {
      CONNECTIONS: JSON.stringify(frontConnections(url, demoAccount)),
      IDENTITY_PROVIDERS: JSON.stringify(frontProviders(url, signer)),
      ADMIN_EMAILS: FRONT_ADMINS.join(),
    };
    return startSharedInstance(dataDir, env);
  };
  let front: Promise<Instance> | undefined;
  const startedFront = () => {
    front ??= start();
    return front;
  };
  const answer = async (path: string | undefined, response: ServerResponse) => {
    try {
      const { url, dataDir, logs } = await startedFront();
      sendJson(response, path === "/logs" ? logs() : { url, dataDir });
    } catch (error) {
      sendJson(response, String(error), 500);
    }
  };
  const server = createServer((request, response) => void answer(request.url, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  process.env.FRONT_DISPENSER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.STAND_IN_PORTS = JSON.stringify(portOf);
  return {
    // Whoever asks for it is told why it did not start.
    startFront: () => void startedFront().catch(() => undefined),
    stop: async () => {
      server.close();
      await (await front?.catch(() => undefined))?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
