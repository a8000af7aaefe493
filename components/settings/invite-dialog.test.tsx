import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { inviteUser } from "@/lib/contracts/ours/invitations";
import { on, Refusal, renderPage, serve } from "../test-page";
import { InviteDialog } from "./invite-dialog";

const accounts = [{ id: "1", name: "Northwind" }];
const delivery = {
  email: "ida@northwind.example",
  sent: false,
  link: "https://here.example/set-password#text",
  problem: null,
  expires_at: "2026-01-08T00:00:00.000Z",
};

async function invite(answer: () => unknown) {
  const calls = serve(on(inviteUser, answer));
  const onClose = vi.fn();
  const { user } = renderPage(<InviteDialog accounts={accounts} onClose={onClose} />);
  await user.type(await screen.findByLabelText(/^E-mail/), delivery.email);
  await user.type(screen.getByLabelText(/^Name/), "Ida Sommer");
  await user.click(screen.getByRole("radio", { name: "Project manager" }));
  await user.click(screen.getByRole("button", { name: "Invite person" }));
  return { calls, user, onClose };
}

test("where no e-mail is sent, the admin is shown the link, which a slip does not close", async () => {
  const { calls, user, onClose } = await invite(() => delivery);
  expect((await screen.findByLabelText<HTMLInputElement>("Link")).value).toBe(delivery.link);
  expect(screen.getByRole("status").textContent).toContain(`Pass this link on to ${delivery.email}.`);
  expect(calls).toMatchObject([
    { name: "inviteUser", body: { email: delivery.email, name: "Ida Sommer", role: "manager" } },
  ]);
  await user.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test("an invitation that was sent shows no link", async () => {
  await invite(() => ({ ...delivery, sent: true, link: null }));
  expect((await screen.findByRole("status")).textContent).toContain(`was sent to ${delivery.email}`);
  expect(screen.queryByLabelText("Link")).toBeNull();
});

test("a mail server that took no message is named, and the link is there all the same", async () => {
  await invite(() => ({ ...delivery, problem: "The mail server did not take the message." }));
  expect((await screen.findByRole("alert")).textContent).toContain("The mail server did not take the message.");
  expect(screen.getByLabelText("Link")).toBeDefined();
});

test("a refusal is said at its field, and what was typed stays", async () => {
  const problem = "ida@northwind.example is a user already.";
  await invite(() => {
    throw new Refusal("invalid", problem, { email: problem });
  });
  expect(await screen.findByText(problem)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Ida Sommer");
});
