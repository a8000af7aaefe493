import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import * as z from "zod";
import { operation } from "@/lib/contracts/operation";
import { onSignedOut, signedInAgain } from "./client";
import { upload } from "./upload";

afterEach(() => vi.unstubAllGlobals());

const sendBytes = operation({
  ...{ name: "sendFile", interface: "imports", method: "POST", path: "/files", summary: "" },
  ...{ authentication: "token", permission: "answers:write", query: z.object({}), body: z.undefined() },
  ...{ response: { status: 201, schema: z.object({}) }, reply: z.object({ id: z.string() }), errors: [] },
  rate: { bucket: "files", limit: 1, windowMs: 1000 },
});

/** Answers each request that is sent with the next of these. */
function answering(...answers: [status: number, body: unknown][]) {
  const sent: unknown[] = [];
  class Request {
    upload = {};
    status = 0;
    responseText = "";
    onload = () => {};
    open() {}
    setRequestHeader() {}
    abort() {}
    send(bytes: unknown) {
      sent.push(bytes);
      const [status, body] = answers.shift() ?? [500, {}];
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return sent;
}

test("a file that met the end of the session is sent again once somebody has signed in", async () => {
  const told = vi.fn();
  onTestFinished(onSignedOut(told));
  const sent = answering([401, { code: "unauthenticated", message: "Unauthorized." }], [201, { id: "file-1" }]);
  const bytes = new Blob(["a,b"]);
  const sending = upload(sendBytes, { query: {}, bytes, onProgress: () => {}, signal: new AbortController().signal });
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  expect(sent).toHaveLength(1);
  signedInAgain();
  expect(await sending).toEqual({ id: "file-1" });
  expect(sent).toEqual([bytes, bytes]);
});
