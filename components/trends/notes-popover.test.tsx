import { useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  addTrendNote,
  deleteTrendNote,
  listTrendNotes,
  type TrendNote,
  updateTrendNote,
} from "@/lib/contracts/ours/trends";
import type { Role } from "@/lib/contracts/rules/permissions";
import { trendNotesQuery } from "@/lib/trends/queries";
import { on, Refusal, renderPage, serve } from "../test-page";
import { NotesPopover } from "./notes-popover";

function Page({ role }: { role: Role }) {
  const read = useQuery(trendNotesQuery("p"));
  return (
    <>
      <NotesPopover projectId="p" read={read} role={role} day="2025-02-28" />
      <p>Beside</p>
    </>
  );
}

/** Notes as a service keeps them, which at first cannot be read `failures` times. */
function open({ role = "analyst" as Role, failures = 0 } = {}) {
  let notes: TrendNote[] = [];
  let failing = failures;
  serve(
    on(listTrendNotes, () => {
      if (failing > 0) {
        failing -= 1;
        throw new Refusal("unavailable", "Away.");
      }
      return { notes };
    }),
    on(addTrendNote, ({ body }) => {
      const note = { id: "n", who: "ann@x.test", ...(body as Pick<TrendNote, "project_id" | "day" | "text">) };
      notes = [...notes, note];
      return Response.json(note, { status: 201 });
    }),
    on(updateTrendNote, ({ body }) => {
      const { day, text } = body as TrendNote;
      notes = notes.map((each) => ({ ...each, day, text }));
      return notes[0];
    }),
    on(deleteTrendNote, () => {
      const [first] = notes;
      notes = [];
      return first;
    }),
  );
  return renderPage(<Page role={role} />).user;
}

const day = () => screen.getByLabelText<HTMLInputElement>("Day", { selector: "input" });
const text = () => screen.getByLabelText<HTMLTextAreaElement>("Note");
const button = (says: string) => screen.getByText(says, { selector: "button *" }).closest("button");
const byLabel = (label: RegExp) => screen.findByLabelText(label, { selector: "button" });

test("a note with no date is not added, and is there again after a click beside it", async () => {
  const user = open();
  await screen.findByText(/^No notes yet\./);
  await user.clear(day());
  await user.type(day(), "the 27th");
  await user.type(text(), "A new supplier began");
  const refusal = "Day: “the 27th” is no date.";
  expect(screen.getByText(refusal, { exact: false })).toBeDefined();
  expect(button("Add note")?.disabled).toBe(true);
  await user.click(screen.getByText("Beside"));
  await waitFor(() => expect(screen.queryByLabelText("Note")).toBeNull());
  await user.click(screen.getByText("Notes"));
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Note")).value).toBe("A new supplier began");
  expect(screen.getByText(refusal, { exact: false })).toBeDefined();
});

test("a note is added, edited and deleted by keys, and the focus goes on to what is there", async () => {
  const user = open();
  await user.clear(day());
  await user.type(day(), "2025-2-27");
  await user.type(text(), "A new supplier began{Tab}");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("2025-02-27")).toBeDefined();
  expect(document.activeElement).toBe(text());

  (await byLabel(/^Edit the note of 2025-02-27/)).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(text());
  await user.clear(text());
  await user.type(text(), "A new supplier ended");
  await user.clear(day());
  await user.type(day(), "2025-2-26{Enter}");
  button("Save note")?.focus();
  await user.keyboard("{Enter}");
  const edit = await byLabel(/^Edit the note of 2025-02-26: A new supplier ended/);
  expect(document.activeElement).toBe(edit);

  await user.click(await byLabel(/^Delete the note of 2025-02-26/));
  await screen.findByText(/^No notes yet\./);
  await waitFor(() => expect(document.activeElement).toBe(text()));
});

test("a manager is told who writes notes", () => {
  open({ role: "manager" });
  const add = button("Add note");
  expect(add?.getAttribute("aria-disabled")).toBe("true");
  expect(add?.dataset.tip).toContain("Notes are written by analysts and admins");
});

test("notes that cannot be read are not said to be none, and are read at another try", async () => {
  const user = open({ failures: 1 });
  expect((await screen.findByText(/The notes could not be loaded/)).closest("[role=alert]")?.textContent).toContain(
    "Away.",
  );
  expect(screen.queryByText(/^No notes yet\./)).toBeNull();
  await user.click(screen.getByText("Try again"));
  expect(await screen.findByText(/^No notes yet\./)).toBeDefined();
});
