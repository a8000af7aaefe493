import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { passedOnTrend } from "@/lib/contracts/interfaces/analysis";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { listTrendNotes } from "@/lib/contracts/ours/trends";
import { listViews } from "@/lib/contracts/ours/views";
import type { Role } from "@/lib/contracts/rules/permissions";
import { on, Refusal, renderPage, serve } from "../test-page";
import { TrendsPage } from "./trends-page";

type Asked = { includeExcluded?: boolean };

/** What a trend service says of whom it counts, and the mean that it answers. */
type Says = (asked: Asked) => { mean: string; said: object };

/** A project of another service, of which nothing is imported here: 16 answers count, and 4 are excluded. */
function open(says: Says, address = "") {
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "all" })),
    on(listQuestions, () => ({ revision: null, questions: [], weights: [], order: "0" })),
    on(listTrendNotes, () => ({ notes: [] })),
    on(passedOnTrend, ({ body }) => {
      const { mean, said } = says(body as Asked);
      const point = { x: "2031-01-01T00:00:00.000Z", mean, min: 1, max: 9, count: 16 };
      return {
        ...{ projectId: "p", fromDate: "2031-01-01", toDate: "2031-12-31", filter: [], dateFilters: [] },
        ...{ responses: { happy: [point] }, ...said },
      };
    }),
  );
  const role: Role = "analyst";
  const page = renderPage(<TrendsPage role={role} views={null} />, {
    address: `/trends?project=p&mode=table&bucket=yearly${address}`,
  });
  return { ...page, asked: () => calls.filter(({ name }) => name === "getTrend").map(({ body }) => body as Asked) };
}

const LEFT_OUT = "16 responses in the project; 4 excluded for quality.";
const INCLUDED = "20 responses in the project; 4 excluded for quality are included.";
// By its label: on a whole page roles take seconds to find.
const theSwitch = () => screen.queryByLabelText<HTMLInputElement>("Include excluded responses");
const press = async (user: UserEvent) => user.click(await screen.findByLabelText("Include excluded responses"));

const ours: Says = ({ includeExcluded }) =>
  includeExcluded
    ? { mean: "4.30", said: { counted: 20, included: 4, excluded: 0 } }
    : { mean: "3.00", said: { counted: 16, included: 0, excluded: 4 } };

describe("responses excluded for quality", () => {
  test("are left out and named, and included at a switch, which the address keeps", async () => {
    const { user, address, asked } = open(ours);
    expect(await screen.findByText(LEFT_OUT)).toBeDefined();
    expect(screen.getByText("3.00")).toBeDefined();
    expect(asked().some((body) => "includeExcluded" in body)).toBe(false);

    await press(user);
    expect(await screen.findByText(INCLUDED)).toBeDefined();
    expect(screen.getByText("4.30")).toBeDefined();
    expect(address()).toContain("includeExcluded=true");

    await press(user);
    expect(await screen.findByText(LEFT_OUT)).toBeDefined();
    expect(address()).not.toContain("includeExcluded");
  });

  test("are not spoken of where there are none", async () => {
    open(() => ({ mean: "3.00", said: { counted: 16, included: 0, excluded: 0 } }));
    expect(await screen.findByText("3.00")).toBeDefined();
    expect(theSwitch()).toBeNull();
    expect(screen.queryByText(/quality/)).toBeNull();
  });

  test("are not taken to be included by a service that does not say so", async () => {
    const { user } = open(() => ({ mean: "3.00", said: {} }), "&includeExcluded=true");
    expect(
      await screen.findByText("This service does not say whether responses excluded for quality are included."),
    ).toBeDefined();
    expect(theSwitch()?.checked).toBe(true);
    await press(user);
    await expect.poll(() => screen.queryByText(/quality/)).toBeNull();
    expect(theSwitch()).toBeNull();
  });

  test("can be left out again where a service refuses to be asked for them", async () => {
    const refusing: Says = (asked) => {
      if (asked.includeExcluded) throw new Refusal("invalid", "includeExcluded is not known here.");
      return ours({});
    };
    const { user } = open(refusing, "&includeExcluded=true&questions=happy&from=2031-01-01&to=2031-12-31");
    expect(await screen.findByText(/includeExcluded is not known here\./)).toBeDefined();
    expect(screen.queryByText(/excluded for quality/)).toBeNull();
    await press(user);
    expect(await screen.findByText(LEFT_OUT)).toBeDefined();
  });

  test("are named where nothing else is left to show", async () => {
    const none: Says = () => ({ mean: "0", said: { counted: 0, included: 0, excluded: 4 } });
    open((asked) => ({ ...none(asked), mean: "" }));
    expect(await screen.findByText(/^No response that counts has a time, and some are excluded/)).toBeDefined();
    expect(theSwitch()?.checked).toBe(false);
  });
});
