import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { PageError } from "./page-error";

afterEach(() => void vi.restoreAllMocks());

test("a page that failed is asked for again", () => {
  const retry = vi.fn();
  renderPage(<PageError error={new Error("The server is busy.")} retry={retry} />);
  screen.getByRole("button", { name: "Try again" }).click();
  expect(retry).toHaveBeenCalledOnce();
});

test.each([
  ["ChunkLoadError", "Failed to load chunk /_next/static/chunks/0a1.js from module 7"],
  ["TypeError", "Failed to fetch dynamically imported module: https://a.test/x.js"],
])("a page of a former build whose part is gone says so and reloads: %s", (name, message) => {
  const retry = vi.fn();
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  renderPage(<PageError error={Object.assign(new Error(message), { name })} retry={retry} />);
  expect(screen.getByRole("heading").textContent).toBe("This page has to be reloaded");
  expect(screen.getByText(/Fieldwork was updated/)).toBeTruthy();
  screen.getByRole("button", { name: "Reload page" }).click();
  expect(reload).toHaveBeenCalledOnce();
  expect(retry).not.toHaveBeenCalled();
});
