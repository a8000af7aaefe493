import { MantineProvider } from "@mantine/core";
import { screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { useScheme } from "./use-scheme";

const KEY = "mantine-color-scheme-value";
afterEach(() => localStorage.removeItem(KEY));

const Offer = () => <p>Use {useScheme().other} colours</p>;

test("the first rendering is the server's, whatever colours the browser keeps; then they are taken", async () => {
  localStorage.setItem(KEY, "dark");
  const first = renderToString(
    <MantineProvider defaultColorScheme="auto">
      <Offer />
    </MantineProvider>,
  );
  expect(first.replaceAll("<!-- -->", "")).toContain("Use dark colours");
  renderPage(<Offer />);
  expect(await screen.findByText("Use light colours")).toBeDefined();
});
