import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  changeSoftLaunch,
  getSoftLaunch,
  previewSoftLaunch,
  type SoftLaunch,
  type SoftLaunchAsk,
  type SoftLaunchPlan,
} from "@/lib/contracts/ours/soft-launches";
import { on, renderPage, serve } from "../test-page";
import { SoftLaunchPanel } from "./soft-launch-panel";

const target = (id: string, name: string, full: number, set: number) => ({
  ...{ id, name, full, set, present: set, counted: set, changed_elsewhere: false, added_elsewhere: false },
});

const reached: SoftLaunch = {
  ...{ survey_id: "s", survey_name: "Coffee", status: "Paused", state: "reached", share: 10 },
  targets: [target("", "All respondents", 100, 10), target("w", "Women", 50, 5), target("m", "Men", 51, 6)],
  expected: { incidence_rate: 80, length_of_interview: 5 },
  measured: {
    ...{ incidence_rate: 64, length_of_interview: 7, starts: 20, completes: 11, drop_rate: 5, quality_rate: 0 },
  },
  ...{ problem: null, writing: false, can_undo: false, changed_by: "Ann" },
  ...{ started_at: "2031-01-01T10:00:00.000Z", reached_at: "2031-01-01T11:00:00.000Z" },
  changed_at: "2031-01-01T11:00:00.000Z",
};

/** What a share, or a new full target, would write: rounded up. */
function planOf(body: unknown, launch: SoftLaunch): SoftLaunchPlan {
  const { share = launch.share, targets = {}, status = "Paused", action } = body as SoftLaunchAsk;
  const isOver = action === "stop";
  return {
    targets: launch.targets.map(({ id, name, full: before, set, counted }) => {
      const full = targets[id] ?? before;
      const after = isOver ? full : Math.ceil((full * share) / 100);
      const asPlanned = { kept: false, full_at_once: false, changed_elsewhere: false };
      return { id, name, full, before: set, after, counted, ...asPlanned };
    }),
    status: { before: launch.status, after: isOver ? status : launch.status },
    ...{ share, notices: [], problem: null, revision: "r1", changed_at: launch.changed_at },
  };
}

const serveLaunch = (launch: SoftLaunch) =>
  serve(
    on(getSoftLaunch, () => ({ launch })),
    on(previewSoftLaunch, ({ body }) => planOf(body, launch)),
    on(changeSoftLaunch, () => launch),
  );

const show = (readOnly = false, address = "/surveys/s") =>
  renderPage(<SoftLaunchPanel id="s" readOnly={readOnly} />, { address });

const changes = (calls: ReturnType<typeof serveLaunch>) =>
  calls.filter(({ name }) => name === "changeSoftLaunch").map(({ body }) => body);

test("a share that is in waits for a decision, with what was measured beside what was expected", async () => {
  serveLaunch(reached);
  show();
  const panel = within(await screen.findByRole("region", { name: "Soft launch" }));
  expect(panel.getByRole("heading", { name: "Soft launch: 10% is in, and waits for your decision" })).toBeDefined();
  expect(panel.getByText("80% expected")).toBeDefined();
  expect(panel.getByText("10 of 10")).toBeDefined();
});

test("a share shows what each target becomes before anything is written", async () => {
  const calls = serveLaunch({ ...reached, state: "running" });
  const { user } = show(false, "/surveys/s?soft-launch=extend");
  const dialog = within(await screen.findByRole("dialog", { name: "Extend the soft launch" }));
  const share = await dialog.findByLabelText("Share of every target");
  expect(await dialog.findByRole("row", { name: /^Men 51 6 11/ })).toBeDefined();
  await user.clear(share);
  expect(dialog.getByText("Give a percentage from 1 to 100.")).toBeDefined();
  await user.type(share, "30");
  expect(await dialog.findByRole("row", { name: /^Men 51 6 16/ })).toBeDefined();
  expect(changes(calls)).toEqual([]);
  const extend = dialog.getByRole<HTMLButtonElement>("button", { name: "Extend" });
  await waitFor(() => expect(extend.disabled).toBe(false));
  await user.click(extend);
  await waitFor(() => expect(changes(calls)).toMatchObject([{ action: "extend", share: 30, revision: "r1" }]));
});

test("a full target that is missing is said, and a changed one shows its share before it is sent", async () => {
  const calls = serveLaunch(reached);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Change targets" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change full targets" }));
  const men = await dialog.findByLabelText("Men");
  await user.clear(men);
  expect(await dialog.findByText("“Men” needs a full target: a whole number of 1 or more.")).toBeDefined();
  expect(dialog.queryByRole("button", { name: "Change targets" })).toBeNull();
  await user.type(men, "61");
  expect(await dialog.findByRole("row", { name: /^Men 61 6 7 6/ })).toBeDefined();
  const change = dialog.getByRole<HTMLButtonElement>("button", { name: "Change targets" });
  await waitFor(() => expect(change.disabled).toBe(false));
  await user.click(change);
  await waitFor(() => expect(changes(calls)).toMatchObject([{ action: "retarget", targets: { m: 61 } }]));
});

test("stopping asks what the survey is then", async () => {
  const calls = serveLaunch(reached);
  const { user } = show();
  await user.click(await screen.findByRole("button", { name: "Stop" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Stop the soft launch" }));
  expect(await dialog.findByText("The survey stays Paused.")).toBeDefined();
  await user.click(dialog.getByRole("radio", { name: "Complete" }));
  expect(await dialog.findByText(/^The survey becomes/)).toBeDefined();
  await user.click(dialog.getByRole("button", { name: "Stop" }));
  await waitFor(() => expect(changes(calls)).toMatchObject([{ action: "stop", status: "Complete" }]));
});

test("a decision is undone after it was said what that writes", async () => {
  const launched = { ...reached, status: "Live", state: "launched" as const, can_undo: true };
  const calls = serveLaunch({ ...launched, changed_at: new Date().toISOString() });
  const { user } = show();
  expect(await screen.findByRole("heading", { name: "Launched in full after its soft launch" })).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Undo the decision" }));
  const undo = await dialog.findByRole<HTMLButtonElement>("button", { name: "Undo" });
  expect(dialog.getByRole("table", { name: "What is written" })).toBeDefined();
  expect(changes(calls)).toEqual([]);
  await user.click(undo);
  await waitFor(() => expect(changes(calls)).toMatchObject([{ action: "undo" }]));
});

test("a role that may not decide sees the state and the reason, at the address of a decision too", async () => {
  serveLaunch(reached);
  const { user } = show(true, "/surveys/s?soft-launch=stop");
  for (const name of ["Full launch", "Extend", "Stop", "Change targets"]) {
    const button = await screen.findByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.dataset.tip).toMatch(/Your role does not allow this/);
    await user.click(button);
  }
  expect(screen.queryByRole("dialog")).toBeNull();
});
