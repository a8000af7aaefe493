import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "../test-page";
import { SessionsLink } from "./sessions-link";

test("where surveys are fielded elsewhere the link to sessions is disabled, with the reason", () => {
  const reason = "Staging fields its surveys itself.";
  renderPage(<SessionsLink surveyId="s" refused={reason} />);
  const link = screen.getByText("Sessions");
  expect(link.getAttribute("aria-disabled")).toBe("true");
  expect(link.dataset.tip).toBe(reason);
});
