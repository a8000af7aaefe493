import { demandOperations } from "@/lib/contracts/interfaces/demand";
import { describeAll, describeInterface } from "@/lib/contracts/openapi";
import { expect } from "../expect";
import { baseURL, expectRefusal, type Json, patient, test } from "./world";

test.describe("the description", () => {
  test("of the demand interface is OpenAPI 3.1, version 1.0.0, for this address", async ({ world }) => {
    const { status, json } = await world.anonymous.get("/service/demand/openapi.json");
    expect(status).toBe(200);
    expect(json.openapi).toMatch(/^3\.1\./);
    expect(json.info).toEqual({ title: expect.stringContaining("v1.1"), version: "1.0.0" });
    const server = `${baseURL()}/service/demand`;
    expect(json.servers).toEqual([{ url: server }]);
    expect(json).toEqual(JSON.parse(JSON.stringify(describeInterface("demand", server))));
  });

  test("of all interfaces has every operation at the path where it is", async ({ world }) => {
    const { status, json } = await world.anonymous.get("/service/openapi.json");
    expect(status).toBe(200);
    expect(json).toEqual(JSON.parse(JSON.stringify(describeAll(`${baseURL()}/service`))));
    for (const { path, method } of demandOperations) {
      expect(json).toHaveProperty(["paths", `/demand${path}`, method.toLowerCase()]);
    }
  });

  test("tells the truth: what it describes is there, and wants the credential it names", async ({ world }) => {
    const { json } = await world.anonymous.get("/service/openapi.json");
    // Strangers of one network share a rate, and other tests are strangers too.
    const anonymous = patient(world.anonymous);
    for (const [path, item] of Object.entries(json.paths as Record<string, Record<string, Json>>)) {
      for (const [method, operation] of Object.entries(item)) {
        const send = anonymous[method as "get" | "post" | "patch"];
        const reply = await send(`/service${path}`, method === "get" ? {} : { body: {} });
        const wantsKey = (operation.security as unknown[]).length > 0 || path.includes("_key}");
        const expected = wantsKey ? 401 : 400;
        expectRefusal(path.startsWith("/quality/") ? "quality" : "service", reply, expected);
        expect(operation.responses).toHaveProperty(String(expected));
      }
    }
  });

  test("is not there for interfaces that are not", async ({ world }) => {
    for (const path of [
      "/service/nothing/openapi.json",
      "/service/constructor/openapi.json",
      "/service/demand/openapi.yaml",
    ]) {
      expectRefusal("service", await world.anonymous.get(path), 404);
    }
    expectRefusal("service", await world.anonymous.post("/service/demand/openapi.json", { body: {} }), 404);
  });
});
