import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import * as importsCalls from "@/lib/contracts/calls/imports";
import type * as Imports from "@/lib/contracts/ours/imports";
import { onSignedOut, signedInAgain } from "./client";
import { contract } from "./contract";
import { upload } from "./upload";

afterEach(() => vi.unstubAllGlobals());

const { sendFile } = contract<Pick<typeof Imports, "sendFile">>({ sendFile: importsCalls.sendFile });

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
  const sending = upload(sendFile, {
    query: { project_id: "p", name: "a.csv" },
    bytes,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  await expect.poll(() => told).toHaveBeenCalledOnce();
  expect(sent).toHaveLength(1);
  signedInAgain();
  expect(await sending).toEqual({ id: "file-1" });
  expect(sent).toEqual([bytes, bytes]);
});
