import { getProviders, signIn } from "next-auth/react";
import { beforeEach, expect, test, vi } from "vitest";
import { signInRefusal } from "./sign-in-refusal";

vi.mock("next-auth/react", () => ({ getProviders: vi.fn(), signIn: vi.fn() }));

const AWAY = "The server cannot be reached. Check your connection and try again.";
const values = { connection: "built-in", email: "a@b.example", password: "secret" };
const answers = (answer: { error: string | null; url: string | null }) =>
  vi.mocked(signIn).mockResolvedValue({ status: 200, ok: true, ...answer } as never);

beforeEach(() => {
  vi.mocked(getProviders).mockResolvedValue({} as never);
  vi.mocked(signIn).mockReset();
});

test("signs in, and stays on the page", async () => {
  answers({ error: null, url: "https://fieldwork.example/surveys" });
  expect(await signInRefusal(values)).toBeNull();
  expect(signIn).toHaveBeenCalledWith("credentials", { ...values, redirect: false, callbackUrl: "/" });
});

test("says the sentence of a refusal", async () => {
  answers({ error: "This e-mail and password do not match.", url: null });
  expect(await signInRefusal(values)).toBe("This e-mail and password do not match.");
});

test("says that the server cannot be reached, before anything that would leave the page, and after", async () => {
  vi.mocked(getProviders).mockResolvedValueOnce(null);
  expect(await signInRefusal(values)).toBe(AWAY);
  expect(signIn).not.toHaveBeenCalled();
  vi.mocked(signIn).mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await signInRefusal(values)).toBe(AWAY);
});

test("is no success where the browser did not keep the cookie: the address that it keeps it for is said", async () => {
  answers({ error: null, url: "https://fieldwork.example/api/auth/signin?csrf=true" });
  expect(await signInRefusal(values)).toBe(
    "Your browser did not keep the cookie that signing in needs. Open https://fieldwork.example and allow its cookies there.",
  );
});
