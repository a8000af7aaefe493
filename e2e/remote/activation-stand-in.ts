import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { sendJson } from "./stand-in";

/** A call as the stand-in for a duplicate check saw it. */
type ActivationCall = {
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
};

/** `cut`: the connection ends without a reply. `forward`: the service at that address answers. */
type Answer = { status?: number; body?: unknown; retryAfter?: number } | "cut" | { forward: string };

export type ActivationStandIn = {
  calls: ActivationCall[];
  /** What a call gets; `processed` carries it out first. */
  answer: (call: ActivationCall, processed: () => number) => Answer;
  /** Records by survey number that are not yet in the state asked for. */
  left: Map<string, number>;
  close: () => Promise<void>;
};

const MOST = 500;

/** The reply as the interface describes it. */
export const processedReply = (records: number): Answer => ({
  body: { Action: "Deactivated", Message: `${records} records processed.` },
});

/** A duplicate check of somebody else: takes any key, knows nothing of what is ours, and notes every call. */
export async function startActivationStandIn(port: number): Promise<ActivationStandIn> {
  const standIn: ActivationStandIn = {
    calls: [],
    answer: (_, processed) => processedReply(processed()),
    left: new Map(),
    close: async () => {},
  };
  const take = ({ body }: ActivationCall): number => {
    const number = String(body.Survey_Number);
    const present = standIn.left.get(number) ?? 0;
    const taken = Math.min(MOST, present);
    standIn.left.set(number, present - taken);
    return taken;
  };
  const server = createServer(async (incoming, outgoing) => {
    const text = await bodyOf(incoming);
    const { method = "", url = "", headers } = incoming;
    const call = { at: performance.now(), method, path: url, headers, body: text === "" ? {} : JSON.parse(text) };
    standIn.calls.push(call);
    const answer = standIn.answer(call, () => take(call));
    if (answer === "cut") incoming.socket.destroy();
    else if ("forward" in answer) forward(answer.forward, incoming, outgoing, text);
    else {
      if (answer.retryAfter !== undefined) outgoing.setHeader("retry-after", String(answer.retryAfter));
      sendJson(outgoing, answer.body, answer.status);
    }
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  standIn.close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(() => closed()));
  };
  return standIn;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function forward(service: string, incoming: IncomingMessage, outgoing: ServerResponse, text: string): void {
  const target = new URL(service);
  const headers = { ...incoming.headers, host: target.host };
  const sent = request(
    target,
    { method: incoming.method, path: `${target.pathname}${incoming.url}`, headers },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  sent.on("error", () => incoming.socket.destroy());
  sent.end(text);
}
