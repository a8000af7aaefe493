import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { Countdown, Waiting } from "./waiting";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (name: string) => screen.queryByRole("button", { name });

test("a wait says at once what goes on, and after three seconds why it may take longer and how to stop", async () => {
  const cancel = vi.fn();
  renderPage(
    <Waiting
      what="Reading the survey from Production…"
      explanation="Production is slow to answer."
      cancel={{ run: cancel }}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("Reading the survey from Production…");
  await later(2999);
  expect(button("Cancel")).toBeNull();
  await later(1);
  expect(screen.getByRole("status").textContent).toContain("Production is slow to answer.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(cancel).toHaveBeenCalledOnce();
});

test("a wait of known length counts down, and goes on once when it is over", async () => {
  const onOver = vi.fn();
  const why = "Production asks to wait 3 s. Nothing was saved.";
  const until = Date.now() + 3000;
  renderPage(<Countdown why={why} next="Saving again in" until={until} onOver={onOver} cancel={{ run: () => {} }} />);
  expect(screen.getByText("Saving again in 3 s")).toBeDefined();
  await later(1000);
  expect(screen.getByText("Saving again in 2 s")).toBeDefined();
  await later(1999);
  expect(onOver).not.toHaveBeenCalled();
  await later(1);
  await later(5000);
  expect(onOver).toHaveBeenCalledOnce();
});

test("a countdown that is cancelled goes on with nothing", async () => {
  const [onOver, run] = [vi.fn(), vi.fn()];
  const until = Date.now() + 3000;
  const { unmount } = renderPage(
    <Countdown why="Wait." next="Saving again in" until={until} onOver={onOver} cancel={{ label: "Stop", run }} />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Stop" }));
  expect(run).toHaveBeenCalledOnce();
  unmount();
  await later(5000);
  expect(onOver).not.toHaveBeenCalled();
});
