import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { loadTrendState, type TrendState } from "@/lib/trends/address";
import { endsOf } from "@/lib/trends/relative-range";
import { renderPage } from "../test-page";
import { RangeFields } from "./range-fields";

const REACH = { from: "2025-01-01", to: "2025-03-01" };

function Page({ onChange }: { onChange: (change: Partial<TrendState>) => void }) {
  const [state, setState] = useState(loadTrendState({ project: "p" }));
  const change = (next: Partial<TrendState>) => {
    onChange(next);
    setState({ ...state, ...next });
  };
  return <RangeFields state={state} ends={endsOf(state, REACH)} last={REACH.to} onChange={change} />;
}

function open() {
  const onChange = vi.fn();
  const { user } = renderPage(<Page onChange={onChange} />);
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
  const typeOver = async (label: string, text: string) => {
    await user.clear(field(label));
    await user.type(field(label), text);
  };
  const shown = () => ["Range", "From", "To"].map((label) => field(label).value);
  return { user, onChange, typeOver, shown };
}

const REFUSED = "From: “2025-02-30” is no date. Type one like 2025-01-01, year, month and day.";

test("what is no date changes nothing and is taken back; a day counts when it is typed to its end", async () => {
  const { user, onChange, typeOver, shown } = open();
  expect(shown()).toEqual(["All answers", "2025-01-01", "2025-03-01"]);
  await typeOver("From", "2025-02-30");
  await user.keyboard("{Enter}");
  expect(screen.getByText(REFUSED)).toBeDefined();
  await user.keyboard("{Escape}");
  expect(screen.queryByText(REFUSED)).toBeNull();
  expect(shown()[1]).toBe("2025-01-01");
  await typeOver("From", "2025-2-1");
  expect(onChange).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(shown()).toEqual(["Between dates", "2025-02-01", "2025-03-01"]);
  await typeOver("To", "2025-02-28");
  await user.tab();
  expect(shown()).toEqual(["Between dates", "2025-02-01", "2025-02-28"]);
});

test("a range is counted back from the last answer, which its list says, and takes the place of days", async () => {
  const { user, onChange, typeOver, shown } = open();
  await typeOver("From", "2025-02-01");
  await user.keyboard("{Enter}");
  await user.click(screen.getByLabelText("Range", { selector: "input" }));
  expect(screen.getByText("Back from the last answer, 2025-03-01")).toBeDefined();
  expect(screen.getByText("2024-12-02 to 2025-03-01")).toBeDefined();
  await user.click(screen.getByText("Last 30 days"));
  expect(onChange.mock.lastCall).toEqual([{ range: "30d", from: null, to: null, zoom: null }]);
  expect(shown()).toEqual(["Last 30 days", "2025-01-31", "2025-03-01"]);
});

test("a day is picked by keys from the one that is chosen on, and the focus goes back to what opened the calendar", async () => {
  const { user, typeOver, shown } = open();
  await typeOver("To", "2025-02-28");
  await user.tab();
  // The button that was pressed is replaced by that of the loaded calendar.
  const picker = () => screen.getByLabelText("To: pick a date");
  await waitFor(() => expect(document.activeElement).toBe(picker()));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("28 February 2025"));
  await user.keyboard("{ArrowLeft}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("27 February 2025");
  await user.keyboard("{Enter}");
  expect(shown()).toEqual(["Between dates", "2025-01-01", "2025-02-27"]);
  await waitFor(() => expect(document.activeElement).toBe(picker()));
});
