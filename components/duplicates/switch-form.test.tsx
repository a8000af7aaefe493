import { screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { getDraft, type KeptDraft } from "@/lib/contracts/ours/drafts";
import { switchDraft } from "@/lib/duplicates/kept-draft";
import { blankSwitch } from "@/lib/duplicates/switch-form";
import { on, renderPage, serve } from "../test-page";
import { SwitchForm } from "./switch-form";

function openForm(draft: Record<string, unknown> | null) {
  const mark = { writer: crypto.randomUUID(), version: 1, updated_at: "2026-03-03T10:00:00.000Z" };
  const kept: KeptDraft | null = draft && { ...mark, base: null, draft };
  serve(on(getDraft, () => ({ draft: kept })));
  const onPreview = vi.fn();
  return { onPreview, ...renderPage(<SwitchForm account={undefined} ref={createRef()} onPreview={onPreview} />) };
}

test("the form is checked by rules that are loaded when it is sent", async () => {
  const { user, onPreview } = openForm(null);
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByText(/^Name at least one survey, session or identifier/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: /^Narrow to/ }));
  await user.type(screen.getByLabelText("Session ids"), "s-1");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  await vi.waitFor(() => expect(onPreview).toHaveBeenCalledWith(expect.objectContaining({ Session_Id: "s-1" }), []));
});

test("an action says what it does; an invalid range of addresses is refused at its field", async () => {
  const { user, onPreview } = openForm(null);
  await user.click(screen.getByText("Activate"));
  expect(screen.getByText(/their respondents count as duplicates elsewhere/)).toBeDefined();
  await user.click(screen.getByText("Deactivate"));
  await user.click(screen.getByRole("button", { name: /^Narrow to/ }));
  const address = screen.getByLabelText("IP address");
  await user.type(address, "198.51.100.0/24");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByText(/takes one address, not a range/)).toBeDefined();
  expect(onPreview).not.toHaveBeenCalled();
  await user.clear(address);
  await user.type(address, "198.51.100.0");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  await vi.waitFor(() => expect(onPreview).toHaveBeenCalledOnce());
  expect(onPreview.mock.calls[0]?.[0]).toMatchObject({ IP_Address: "198.51.100.0" });
  expect(screen.queryByText(/takes one address, not a range/)).toBeNull();
});

test("a draft is offered once it is read, and taken up as it was typed", async () => {
  const { user } = openForm(switchDraft({ ...blankSwitch, Session_Id: "s-1", Panel_Id: "p-1" }));
  expect(await screen.findByText(/^You have unsaved changes from .*, 2 fields$/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Take them up" }));
  expect(await screen.findByDisplayValue("s-1")).toBeDefined();
});

test("says that a draft of an earlier version does not fit the form", async () => {
  openForm({ surveys: 7 });
  expect(await screen.findByText(/do not fit this form/)).toBeDefined();
});
