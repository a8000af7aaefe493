import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { theme } from "./theme";

test("theme.css has the CSS variables of the theme, so that no page has to make them", () => {
  const page = renderToStaticMarkup(<MantineProvider theme={theme} withStaticClasses={false} />);
  const css = /<style[^>]*>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  expect(css).toContain("--mantine-primary-color-filled");
  expect(rulesIn(readFileSync(join(import.meta.dirname, "theme.css"), "utf8"))).toEqual(rulesIn(css));
});

/** The declarations of each selector, however they are written. */
function rulesIn(css: string): Record<string, string[]> {
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  return Object.fromEntries(
    rules.map(([, selector = "", declarations = ""]) => [
      plain(selector),
      declarations.split(";").map(plain).filter(Boolean),
    ]),
  );
}

const plain = (text: string) =>
  text
    .replaceAll("'", '"')
    .replace(/\s+/g, " ")
    .replace(/\s*,\s*/g, ", ")
    .trim();
