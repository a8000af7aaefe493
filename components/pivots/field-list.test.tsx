import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { FieldList } from "./field-list";
import type { Builder } from "./use-builder";

const show = (fields: Parameters<typeof FieldList>[0]["fields"]) =>
  renderPage(<FieldList fields={fields} builder={{} as Builder} onFilter={() => {}} onDerive={null} />);

test("fields that could not be read are not said to be none of that name", () => {
  show("unread");
  expect(screen.getByRole("status").textContent).toBe("The fields could not be read.");
});

test("a name that no field has says so", () => {
  show([]);
  expect(screen.getByRole("status").textContent).toBe("No field is called that.");
});
