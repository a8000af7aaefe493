import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { decideRespondent, getEvidence } from "@/lib/contracts/ours/respondents";
import { on, Refusal, renderPage, serve } from "../test-page";
import { evidenceOf, respondent } from "../test-respondents";
import { RespondentPage } from "./respondent-page";

const row = respondent("r1");
const show = () => renderPage(<RespondentPage surveyId="s" respondentId="r1" reviewer="Ann" />);

test("each suspicion stands with what it rests on", async () => {
  serve(on(getEvidence, () => evidenceOf(row)));
  show();
  const answers = await screen.findByRole("region", { name: "Open answers" });
  expect(within(answers).getByText("asdf").tagName).toBe("MARK");
  expect(within(answers).getByText("No language has asdf.")).toBeDefined();
  const times = screen.getByRole("region", { name: "Time" });
  expect(within(times).getByRole("row", { name: "page 1 4 s 12 s 33% 0" })).toBeDefined();
  const similar = screen.getByRole("region", { name: "Similar respondents" });
  expect(within(similar).getByRole("link", { name: "twin" }).getAttribute("href")).toBe(
    "/surveys/s/respondents/evidence?respondent=twin",
  );
  expect(screen.getByText(/alone is weak evidence/)).toBeDefined();
});

test("a decision shows at once, and its refusal is said with another try", async () => {
  let isAway = true;
  serve(
    on(getEvidence, () => evidenceOf(row)),
    on(decideRespondent, () => {
      if (isAway) throw new Refusal("unavailable", "The service is away.");
      return { respondent: { ...row, is_excluded: true } };
    }),
  );
  const { user } = show();
  await screen.findByRole("region", { name: "Open answers" });
  await user.click(screen.getByRole("button", { name: "Exclude" }));
  expect(screen.getByRole("button", { name: "Exclude" }).getAttribute("aria-pressed")).toBe("true");
  expect(await screen.findByText("The service is away.")).toBeDefined();
  isAway = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("The service is away.")).toBeNull());
});
