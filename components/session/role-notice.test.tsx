import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { RoleNotice } from "./role-notice";

test("whoever has no role is told whom to ask, until they dismiss it for themselves in this browser", async () => {
  const contact = { title: "Production", admins: ["ada@x.test", "bo@x.test"] };
  const { user } = renderPage(<RoleNotice personId="person-1" contact={contact} />);
  expect(screen.getByRole("note").textContent).toContain("ask ada@x.test or bo@x.test for another role.");
  await user.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("note")).toBeNull();
  expect(document.cookie).toContain("role-notice=person-1");
});

test("where no admin is known here, none is named", () => {
  renderPage(<RoleNotice personId="person-1" contact={{ title: "Production", admins: [] }} />);
  expect(screen.getByRole("note").textContent).toContain("ask who runs this installation for another role.");
});
