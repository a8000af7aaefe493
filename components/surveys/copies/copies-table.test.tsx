import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { renderPage } from "@/components/test-page";
import { type Copy, newCopies } from "@/lib/surveys/clone";
import { draft } from "@/lib/surveys/test-surveys";
import { CopiesTable } from "./copies-table";

const survey = draft();
const [germany] = newCopies(survey, [{ country_code: "DE", language_code: "DE", name: "Germany" }]);

function Table() {
  const [copies, setCopies] = useState<ReadonlyMap<string, Copy>>(new Map(germany ? [["DE DE", germany]] : []));
  return (
    <CopiesTable
      survey={survey}
      isBuiltIn
      copies={copies}
      carried={new Map()}
      names={new Map([["DE DE", "Germany"]])}
      onChange={(key, copy) => setCopies(new Map(copies).set(key, copy))}
    />
  );
}

test("a copy's price below the minimum is warned of as it is typed, with its effect on the cost", async () => {
  const { user } = renderPage(<Table />);
  const price = screen.getByLabelText("Price for Germany");
  expect(screen.queryByRole("status")).toBeNull();
  await user.clear(price);
  await user.type(price, "1");
  const warning = "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.";
  expect(screen.getByRole("status").textContent).toBe(warning);
  const cost = "The copy's 100 completes cost $100.00, $50.00 less than at the copied survey's price.";
  expect(screen.getByText(cost)).toBeDefined();
  await user.type(price, ".20");
  expect(screen.queryByText(warning)).toBeNull();
  expect(screen.getByText(/^The copy's 100 completes cost \$120\.00, \$30\.00 less/)).toBeDefined();
  await user.type(price, "a");
  expect(screen.getByText(/^“1\.20a” is not a number/)).toBeDefined();
  expect(screen.queryByText(/^The copy's/)).toBeNull();
});
