import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { ChecksRefused } from "./checks-refused";

test("a person without the permission reads where the fraud checks are and who may see them", () => {
  renderPage(<ChecksRefused />);
  expect(screen.getByRole("heading", { name: "Fraud checks", level: 1 })).toBeDefined();
  expect(screen.getByRole("note").textContent).toContain("The fraud checks are for project managers and admins.");
});
