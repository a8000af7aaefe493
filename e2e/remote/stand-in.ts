import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export type StandIn = {
  /** How surveys are answered; undefined: well. */
  surveys: Handle | undefined;
  /** What other lists hold, where it is not the usual. */
  lists: Record<string, unknown>;
  /** Answers a 401 to everything but a password. */
  refusesTokens: boolean;
  calls: number;
  close: () => Promise<void>;
};

export const goodSurvey = (number: number) => ({
  id: `survey-${number}`,
  project_id: "project-1",
  name: `Survey ${number}`,
  status: "Live",
  respondents: 100,
});

export const goodList = { total_surveys: 2, page: 1, page_size: 50, surveys: [goodSurvey(1), goodSurvey(2)] };

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const lists: Record<string, unknown> = {
  "/accounts": { total_accounts: 1, page: 1, page_size: 1, accounts: [{ id: "account-1", name: "Account" }] },
  "/users": { total_users: 0, page: 1, page_size: 0, users: [] },
  "/projects": { total_projects: 1, page: 1, page_size: 1, projects: [{ id: "project-1", name: "Project" }] },
  "/qualifications": { total_qualifications: 0, page: 1, page_size: 0, qualifications: [] },
  "/definitions": { survey_attributes: {} },
};

/** A service that takes every password, and answers the rest well until a test says how surveys are answered. */
export async function startStandIn(port: number): Promise<StandIn> {
  const standIn: StandIn = { surveys: undefined, lists: {}, refusesTokens: false, calls: 0, close: async () => {} };
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (path === "/tokens") return sendJson(response, { token: `token-${crypto.randomUUID()}` });
    if (standIn.refusesTokens) return sendJson(response, { message: "Unauthorized." }, 401);
    const list = standIn.lists[path] ?? lists[path];
    if (path !== "/surveys") return sendJson(response, list ?? { message: "Not found." }, list ? 200 : 404);
    standIn.calls += 1;
    if (standIn.surveys) standIn.surveys(request, response);
    else sendJson(response, goodList);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  standIn.close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(() => closed()));
  };
  return standIn;
}
