import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadAheadOnUse } from "@/lib/http/when-needed";
import { renderPage } from "../test-page";
import { MultiSelectField, SelectField } from "./form-fields";
import { MultiSelectInput, SelectInput } from "./select-input";

const countries = [
  { value: "US", label: "United States" },
  { value: "DE", label: "Germany" },
];

function Country({
  isFrozen = false,
  searchable = false,
  error,
}: {
  isFrozen?: boolean;
  searchable?: boolean;
  error?: string;
}) {
  const [value, setValue] = useState<string | null>("US");
  return (
    <form>
      <SelectInput
        label="Country"
        required
        description="Where respondents live"
        error={error}
        searchable={searchable}
        disabled={isFrozen}
        data={countries}
        value={value}
        onChange={setValue}
      />
      <button type="button">Elsewhere</button>
    </form>
  );
}

function Devices() {
  const [value, setValue] = useState(["desktop", "mobile"]);
  return (
    <MultiSelectInput
      label="Devices"
      searchable
      data={["desktop", "mobile", "tablet"]}
      value={value}
      onChange={setValue}
    />
  );
}

const country = () => screen.getByRole<HTMLInputElement>("combobox", { name: /^Country/ });
const devices = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Devices" });
const isAtRest = () => document.querySelector(".mantine-Select-root, .mantine-MultiSelect-root") === null;

let stop = () => {};
beforeEach(() => vi.stubGlobal("requestIdleCallback", (run: () => void) => queueMicrotask(run)));
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** Loads what the page loads ahead once a person uses it. */
async function loadAhead() {
  stop = loadAheadOnUse();
  await act(async () => {
    window.dispatchEvent(new Event("pointermove"));
    await import("./opened-select");
  });
}

test("what is typed into a select that has a choice searches for another one", async () => {
  const { user } = renderPage(<Country searchable />);
  await user.click(country());
  await screen.findByRole("option", { name: "Germany" });
  await user.keyboard("ger");
  expect(country().value).toBe("ger");
  await user.click(await screen.findByRole("option", { name: "Germany" }));
  expect(country().value).toBe("Germany");
});

for (const [when, before] of [
  ["before its list is loaded", async () => {}],
  ["after its list was loaded ahead", loadAhead],
] as const) {
  test(`a select opens at its first press ${when}, and keeps what is chosen`, async () => {
    const { user } = renderPage(<Country />);
    await before();
    expect(country().value).toBe("United States");
    expect(isAtRest()).toBe(true);
    await user.click(country());
    await user.click(await screen.findByRole("option", { name: "Germany" }));
    expect(country().value).toBe("Germany");
  });

  test(`a select reached by the keyboard ${when} has the focus and opens at an arrow key`, async () => {
    const { user } = renderPage(<Country />);
    await before();
    await user.tab();
    await waitFor(() => expect(isAtRest()).toBe(false));
    expect(document.activeElement).toBe(country());
    expect(country().getAttribute("aria-expanded")).toBe("false");
    await user.keyboard("{ArrowDown}");
    await user.keyboard("{ArrowDown}{Enter}");
    await waitFor(() => expect(country().value).toBe("Germany"));
  });

  test(`a searchable select reached by the keyboard ${when} is typed into`, async () => {
    const { user } = renderPage(<Country searchable />);
    await before();
    await user.tab();
    await waitFor(() => expect(isAtRest()).toBe(false));
    await user.clear(country());
    await user.keyboard("ger");
    await user.click(await screen.findByRole("option", { name: "Germany" }));
    expect(country().value).toBe("Germany");
  });

  test(`several choices are added and removed ${when}`, async () => {
    const { user } = renderPage(<Devices />);
    await before();
    await user.click(devices());
    await user.click(await screen.findByRole("option", { name: "tablet" }));
    await user.click(screen.getByRole("option", { name: "desktop" }));
    expect([...document.querySelectorAll(".mantine-Pill-label")].map((pill) => pill.textContent)).toEqual([
      "mobile",
      "tablet",
    ]);
  });
}

test("one of several choices is removed by its cross before anything is loaded", async () => {
  const { user } = renderPage(<Devices />);
  const [cross] = screen.getAllByText("×");
  await user.click(cross as Element);
  expect(screen.queryByText("desktop")).toBeNull();
  expect(screen.getByText("mobile")).toBeTruthy();
  expect(isAtRest()).toBe(true);
});

test("a key pressed while the list is being loaded opens it", async () => {
  const { user } = renderPage(<Country />);
  await user.tab();
  await user.keyboard("{ArrowDown}");
  expect(await screen.findByRole("option", { name: "Germany" })).toBeTruthy();
});

test("what is typed while the list is being loaded is what it searches for, and goes on", async () => {
  const { user } = renderPage(
    <>
      <Country searchable />
      <Devices />
    </>,
  );
  for (const [field, keys, typed, more, found] of [
    [country, ["g", "r", "Backspace", "e"], "ge", "rm", "Germany"],
    [devices, ["t", "a"], "ta", "bl", "tablet"],
  ] as const) {
    act(() => field().focus());
    fireEvent.keyDown(field(), { key: "x", ctrlKey: true });
    for (const key of keys) fireEvent.keyDown(field(), { key });
    expect([field().readOnly, field().value]).toEqual([true, typed]);
    await screen.findByRole("option", { name: found });
    const { readOnly, value, selectionStart, selectionEnd } = field();
    expect([readOnly, value, selectionStart, selectionEnd]).toEqual([false, typed, 2, 2]);
    await user.keyboard(more);
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([found]);
    await user.click(screen.getByRole("option", { name: found }));
  }
  expect(country().value).toBe("Germany");
});

test("a field that is left before its list has loaded stays at rest", async () => {
  const { user } = renderPage(<Country />);
  country().focus();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Elsewhere" }));
  await act(async () => void (await import("./opened-select")));
  expect(isAtRest()).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Elsewhere" }));
});

test("a select that cannot be changed stays at rest", async () => {
  const { user } = renderPage(<Country isFrozen />);
  await user.click(country());
  await act(async () => void (await import("./opened-select")));
  expect(isAtRest()).toBe(true);
});

test("a field in use is named by its label alone, and its list by the same words", async () => {
  const { user } = renderPage(
    <>
      <Country />
      <Devices />
    </>,
  );
  for (const [field, name] of [
    [country, "Country"],
    [devices, "Devices"],
  ] as const) {
    await user.click(field());
    expect(await screen.findByRole("listbox", { name })).toBeTruthy();
    expect(field().hasAttribute("aria-label")).toBe(false);
  }
});

test("the field has its description and error at rest and in use", async () => {
  const { user } = renderPage(<Country error="Choose another country." />);
  const described = () =>
    (country().getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
  const both = ["Choose another country.", "Where respondents live"];
  expect(described()).toEqual(both);
  expect(country().getAttribute("aria-invalid")).toBe("true");
  await user.click(country());
  await screen.findByRole("option", { name: "Germany" });
  expect(described()).toEqual(both);
  expect(country().getAttribute("aria-invalid")).toBe("true");
});

function Form({ onFocus }: { onFocus: (focus: (name: "country" | "devices") => void) => void }) {
  const form = useForm({ defaultValues: { country: "US", devices: ["desktop"] } });
  onFocus(form.setFocus);
  return (
    <>
      <SelectField control={form.control} name="country" label="Country" data={countries} />
      <MultiSelectField control={form.control} name="devices" label="Devices" data={["desktop"]} />
    </>
  );
}

test("a form brings a person to a refused field at rest, and to one in use", async () => {
  let focus: (name: "country" | "devices") => void = () => {};
  renderPage(<Form onFocus={(next) => (focus = next)} />);
  act(() => focus("country"));
  await waitFor(() => expect(document.querySelector(".mantine-Select-root")).not.toBeNull());
  expect(document.activeElement).toBe(country());
  act(() => focus("devices"));
  await waitFor(() => expect(document.querySelector(".mantine-MultiSelect-root")).not.toBeNull());
  expect(document.activeElement).toBe(devices());
  act(() => focus("country"));
  await waitFor(() => expect(document.activeElement).toBe(country()));
});
