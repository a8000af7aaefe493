import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { EditorTabs, useEditorTab } from "./editor-tabs";

function Parts() {
  const [tab, setTab] = useEditorTab();
  return (
    <EditorTabs shown={tab} onShow={setTab} refused={{ settings: false, quotas: true }} quotas={2000}>
      {{ settings: <p>The settings</p>, quotas: <p>The grid</p> }}
    </EditorTabs>
  );
}

const tab = (name: RegExp) => screen.getByRole("tab", { name });

test("a part is shown by a press, and the address says so", async () => {
  const { user, address } = renderPage(<Parts />);
  expect(screen.getByRole("tabpanel", { name: "Settings" }).textContent).toBe("The settings");
  await user.click(tab(/^Quotas \(2,000\)/));
  expect(screen.getByRole("tabpanel", { name: /^Quotas/ }).textContent).toBe("The grid");
  expect(address()).toBe("/?show=quotas");
});

test("arrow keys, Home and End go from part to part, around the ends, and Tab reaches the one that is shown", async () => {
  const { user } = renderPage(<Parts />);
  await user.tab();
  for (const [key, name] of [
    ["{ArrowRight}", /^Quotas/],
    ["{ArrowRight}", /^Settings/],
    ["{ArrowLeft}", /^Quotas/],
    ["{Home}", /^Settings/],
    ["{End}", /^Quotas/],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(tab(name));
    expect(tab(name).getAttribute("aria-selected")).toBe("true");
    expect(screen.getByRole("tabpanel", { name })).toBeTruthy();
  }
});

test("a part in which something was refused is marked", () => {
  renderPage(<Parts />);
  expect(tab(/^Quotas/).contains(screen.getByRole("img", { name: "Something here needs a look" }))).toBe(true);
});
