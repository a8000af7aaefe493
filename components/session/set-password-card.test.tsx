import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { lookUpPasswordLink, setPassword } from "@/lib/contracts/ours/passwords";
import { on, Refusal, renderPage, serve } from "../test-page";
import { SetPasswordCard } from "./set-password-card";

const GONE = "This link was used already or has expired.";
const link = { email: "ida@northwind.example", name: "Ida", purpose: "invitation", expires_at: "2026-01-08T00:00:00Z" };

const open = (hash: string) => {
  window.location.hash = hash;
  return renderPage(<SetPasswordCard />);
};
afterEach(() => {
  window.location.hash = "";
});

test("the text behind the # is sent for its person, then with the password", async () => {
  const calls = serve(
    on(lookUpPasswordLink, () => link),
    on(setPassword, () => ({ email: link.email })),
  );
  const { user } = open("text");
  expect(await screen.findByText(/Welcome, Ida/)).toBeDefined();
  await user.type(screen.getByLabelText("Password"), "seven green bottles{Enter}");
  expect((await screen.findByRole("status")).textContent).toContain("Your password is set.");
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/sign-in");
  expect(calls.map(({ body }) => body)).toEqual([{ link: "text" }, { link: "text", password: "seven green bottles" }]);
});

test("a password that is refused is said at its field, and can be typed anew", async () => {
  serve(
    on(lookUpPasswordLink, () => ({ ...link, purpose: "reset" })),
    on(setPassword, () => {
      throw new Refusal("invalid", "Common.", { password: "This is a common password." });
    }),
  );
  const { user } = open("text");
  await user.type(await screen.findByLabelText("Password"), "passwordpassword{Enter}");
  expect(await screen.findByText("This is a common password.")).toBeDefined();
});

test("a link that is gone, and an address without one, say so and show no form", async () => {
  serve(
    on(lookUpPasswordLink, () => {
      throw new Refusal("not_found", GONE);
    }),
  );
  const { unmount } = open("text");
  expect((await screen.findByRole("alert")).textContent).toBe(GONE);
  expect(screen.queryByLabelText("Password")).toBeNull();
  unmount();
  open("");
  expect((await screen.findByRole("alert")).textContent).toContain("Open the whole link");
});
