import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { changeRole } from "@/lib/contracts/ours/settings";
import { on, Refusal, renderPage, serve } from "../test-page";
import { RoleDialog } from "./role-dialog";
import { testPerson } from "./test-person";

const change = () => screen.findByRole<HTMLButtonElement>("button", { name: "Change role" });

test("what a role changes is said before it is given, and the same role is not sent", async () => {
  const calls = serve(on(changeRole, () => testPerson({ role: "manager" })));
  const onClose = vi.fn();
  const { user } = renderPage(<RoleDialog person={testPerson()} onClose={onClose} />);
  expect((await change()).disabled).toBe(true);
  await user.click(screen.getByRole("radio", { name: "Project manager" }));
  expect(screen.getByText(/will be a project manager instead of an analyst/)).toBeDefined();
  await user.click(await change());
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls).toMatchObject([{ name: "changeRole", body: { email: "ida@b.test", role: "manager" } }]);
});

test("whoever gives up the own role is warned, and a refusal is said in the dialog, which stays", async () => {
  serve(
    on(changeRole, () => {
      throw new Refusal("conflict", "Ida Sommer is the last admin here.");
    }),
  );
  const onClose = vi.fn();
  const { user } = renderPage(<RoleDialog person={testPerson({ role: "admin", is_me: true })} onClose={onClose} />);
  await user.click(await screen.findByRole("radio", { name: "Analyst" }));
  expect(screen.getByText(/only another admin can give it back to you/)).toBeDefined();
  await user.click(await change());
  expect((await screen.findByRole("alert")).textContent).toContain("is the last admin here");
  expect(onClose).not.toHaveBeenCalled();
});
