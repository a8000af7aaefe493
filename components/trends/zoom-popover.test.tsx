import { screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { ZoomPopover } from "./zoom-popover";

const DAY_MS = 86_400_000;
const starts = Array.from({ length: 28 }, (_, at) => Date.UTC(2025, 1, 1) + at * DAY_MS);
const bucket = (at: number) => `${new Date(at).getUTCDate()} Feb 2025`;

function open() {
  const onZoom = vi.fn();
  const opener = createRef<HTMLButtonElement>();
  const { user } = renderPage(<ZoomPopover {...{ opener, starts, bucket, onZoom }} zoom={null} />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
  return { user, onZoom, field };
}

test("by keys, what is typed takes the place of the bucket and is searched for, and Enter takes what was found", async () => {
  const { user, onZoom, field } = open();
  const first = field("First bucket");
  await user.click(first);
  await user.keyboard("31 Feb");
  expect(first.value).toBe("31 Feb");
  expect(screen.getByText("No such bucket")).toBeDefined();
  await user.keyboard("{Enter}");
  expect(onZoom).not.toHaveBeenCalled();
  await user.clear(first);
  await user.keyboard("10 Feb");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["10 Feb 2025"]);
  await user.keyboard("{Enter}");
  expect(first.value).toBe("10 Feb 2025");
  await user.keyboard("{Enter}");
  expect(onZoom.mock.calls).toEqual([[starts[9], starts[27]]]);
  expect(screen.queryByLabelText("First bucket")).toBeNull();
});
