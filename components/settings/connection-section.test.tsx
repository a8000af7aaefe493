import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { getConnection, type InterfaceView } from "@/lib/contracts/ours/settings";
import { on, renderPage, serve } from "../test-page";
import { ConnectionSection } from "./connection-section";

const part = (more: Partial<InterfaceView>): InterfaceView => ({
  ...{ name: "demand", title: "Survey demand", purpose: "Surveys", kind: "remote", host: null },
  ...{ health: null, abilities: [], credentials: "None", rate: "None", ...more },
});
const checked = { checked_at: "2026-03-01T18:06:00.000Z", took_ms: 12 };

test("each interface says how it is and what it can and cannot do, and is asked again by a press", async () => {
  let isDown = true;
  const calls = serve(
    on(getConnection, () => ({
      ...{ title: "Production", environment: "production" },
      interfaces: [
        part({
          health: isDown
            ? { ...checked, state: "down", problem: "It did not answer in time." }
            : { ...checked, state: "ok", problem: null },
          abilities: [
            { is_able: true, sentence: "Adds quotas to a survey that exists." },
            { is_able: false, sentence: "Keeps no history." },
          ],
        }),
        part({ name: "fraud", title: "Fraud checks", kind: "built-in" }),
      ],
    })),
  );
  const { user } = renderPage(<ConnectionSection />);
  const demand = await screen.findByRole("region", { name: "Survey demand" });
  expect(demand.textContent).toContain("Does not answer as it should");
  expect(demand.textContent).toContain("It did not answer in time. After 12 ms");
  const abilities = within(demand).getAllByRole("listitem");
  expect(abilities.map((each) => [within(each).getByRole("img").getAttribute("aria-label"), each.textContent])).toEqual(
    [
      ["Can:", "Adds quotas to a survey that exists."],
      ["Cannot:", "Keeps no history."],
    ],
  );
  expect(screen.getByRole("region", { name: "Fraud checks" }).textContent).toContain("Not known");
  isDown = false;
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("Answers");
  expect(calls).toHaveLength(2);
});
