import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import type { ConnectionView } from "@/lib/contracts/context";
import { SignInAgain } from "./sign-in-again";

const connection: ConnectionView = {
  ...{ name: "built-in", title: "Built-in", environment: "built-in" },
  ...{ addsQuotas: true, searches: true, fieldedElsewhere: null, checkedElsewhere: null },
};

test("whoever signed in by a provider does so again in a new tab, and goes on here", async () => {
  const onSignedIn = vi.fn();
  const { user } = renderPage(
    <SignInAgain connection={connection} email="a@b.test" isByProvider onSignedIn={onSignedIn} />,
  );
  const link = await screen.findByRole("link", { name: "Sign in in a new tab" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/sign-in", "_blank"]);
  expect(screen.queryByLabelText("Password")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue here" }));
  expect(onSignedIn).toHaveBeenCalledOnce();
});

test("whoever has a password is asked for it in place", async () => {
  renderPage(<SignInAgain connection={connection} email="a@b.test" isByProvider={false} onSignedIn={vi.fn()} />);
  expect(await screen.findByLabelText("Password")).toBeDefined();
});
