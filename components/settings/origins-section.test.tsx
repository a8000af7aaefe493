import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { listPageOrigins, setPageOrigins } from "@/lib/contracts/ours/page-origins";
import { on, Refusal, renderPage, serve } from "../test-page";
import { OriginsSection } from "./origins-section";

const northwind = { account: { id: "a", name: "Northwind" }, origins: ["https://one.example"] };

async function openDialog() {
  const page = renderPage(<OriginsSection />);
  await page.user.click(await screen.findByRole("button", { name: "Edit origins… of Northwind" }));
  return page;
}

test("the list of an account is replaced by what is typed, one per line", async () => {
  const calls = serve(
    on(listPageOrigins, () => ({ accounts: [northwind] })),
    on(setPageOrigins, () => northwind),
  );
  const { user } = await openDialog();
  await user.type(await screen.findByLabelText("Origins"), "\nhttps://two.example");
  await user.click(screen.getByRole("button", { name: "Save origins" }));
  await waitFor(() =>
    expect(calls.find(({ name }) => name === "setPageOrigins")?.body).toEqual({
      account_id: "a",
      origins: ["https://one.example", "https://two.example"],
    }),
  );
});

test("an address that is no origin is said at the field, and the dialog stays", async () => {
  serve(
    on(listPageOrigins, () => ({ accounts: [northwind] })),
    on(setPageOrigins, () => {
      throw new Refusal("invalid", "Some fields are not right.", { "origins.1": "“x” is not the address of a site." });
    }),
  );
  const { user } = await openDialog();
  await user.type(await screen.findByLabelText("Origins"), "\nx");
  await user.click(screen.getByRole("button", { name: "Save origins" }));
  expect(await screen.findByText("“x” is not the address of a site.")).toBeDefined();
});
