import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { jsonReply, takesGzip } from "./json-reply";

const asking = (encoding: string) => new Request("http://test", { headers: { "accept-encoding": encoding } });
const init = { status: 201, headers: { "x-request-id": "7" } };
const large = { texts: Array.from({ length: 40_000 }, (_, place) => `Größe ${place}`) };

describe("a reply of JSON", () => {
  test("is compressed where it is large and its caller takes that", async () => {
    const reply = await jsonReply(asking("br, gzip"), large, init);
    expect([reply.status, reply.headers.get("x-request-id")]).toEqual([201, "7"]);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect([reply.headers.get("content-encoding"), reply.headers.get("vary")]).toEqual(["gzip", "accept-encoding"]);
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.length).toBeLessThan(JSON.stringify(large).length / 2);
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(large);
  });

  test("is plain otherwise", async () => {
    for (const [encoding, body] of [
      ["identity", large],
      ["gzip", { small: true }],
    ] as const) {
      const reply = await jsonReply(asking(encoding), body, init);
      expect(reply.headers.get("content-encoding")).toBeNull();
      expect(await reply.json()).toEqual(body);
    }
  });

  test("takes what a caller says of encodings as it is meant", () => {
    const said = ["gzip", "deflate, GZIP;q=0.5", "gzip; q=0", "gzip;q=0.000", "br", ""];
    expect(said.map((each) => takesGzip(asking(each).headers))).toEqual([true, true, false, false, false, false]);
  });
});
