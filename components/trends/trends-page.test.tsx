import { act, fireEvent, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { passedOnTrend } from "@/lib/contracts/interfaces/analysis";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { getTrendExtent, listTrendNotes } from "@/lib/contracts/ours/trends";
import { listViews } from "@/lib/contracts/ours/views";
import type { Role } from "@/lib/contracts/rules/permissions";
import { question } from "@/lib/test-answers";
import { on, Refusal, renderPage, serve } from "../test-page";
import { ServiceNameProvider } from "../ui/service-name";
import { TrendsPage } from "./trends-page";

const role: Role = "analyst";

beforeEach(() => localStorage.setItem("trend-settings-hidden", "false"));

type Asked = { includeExcluded?: boolean; type?: string };

/** What a trend service says of whom it counts, and the mean that it answers. */
type Says = (asked: Asked) => { mean: string; said: object };

/** A project of another service, of which nothing is imported here: 16 answers count, and 4 are excluded. */
function open(says: Says, address = "", { answers = Promise.resolve() }: { answers?: Promise<void> } = {}) {
  const calls = serve(
    on(listViews, () => ({ views: [], default_view: "all" })),
    on(listQuestions, () => ({ revision: null, questions: [], weights: [], order: "0" })),
    on(listTrendNotes, () => ({ notes: [] })),
    on(getTrendExtent, () => ({ extent: null })),
    on(passedOnTrend, async ({ body }) => {
      await answers;
      const { mean, said } = says(body as Asked);
      const point = { x: "2031-01-01T00:00:00.000Z", mean, min: 1, max: 9, count: 16 };
      return {
        ...{ projectId: "p", fromDate: "2031-01-01", toDate: "2031-12-31", filter: [], dateFilters: [] },
        ...{ responses: { happy: [point] }, ...said },
      };
    }),
  );
  const trends = (
    <ServiceNameProvider value="Panel">
      <TrendsPage role={role} views={null} />
    </ServiceNameProvider>
  );
  const page = renderPage(trends, { address: `/trends?project=p&mode=table&bucket=yearly${address}` });
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

describe("the buckets", () => {
  const SIXTEEN_A_DAY = 16;
  const DAY_MS = 86_400_000;

  /** Twelve weeks of a project of this product, in the buckets that are asked for. */
  function openTwelveWeeks(address: string) {
    const calls = serve(
      on(listViews, () => ({ views: [], default_view: "all" })),
      on(listQuestions, () => ({ revision: null, questions: [], weights: [], order: "0" })),
      on(listTrendNotes, () => ({ notes: [] })),
      on(getTrendExtent, () => ({ extent: null })),
      on(passedOnTrend, ({ body }) => {
        const { type } = body as { type: string };
        const days = type === "daily" ? 1 : 7;
        const points = Array.from({ length: 84 / days }, (_, at) => ({
          x: new Date(Date.UTC(2031, 0, 6) + at * days * DAY_MS).toISOString(),
          ...{ mean: "3.00", min: 1, max: 9, count: SIXTEEN_A_DAY * days },
        }));
        return {
          ...{ projectId: "p", fromDate: "2031-01-06", toDate: "2031-03-31", filter: [], dateFilters: [] },
          ...{ responses: { happy: points }, counted: 1344, included: 0, excluded: 0 },
        };
      }),
    );
    const range = "&questions=happy&from=2031-01-06&to=2031-03-30";
    const page = renderPage(<TrendsPage role={role} views={null} />, {
      address: `/trends?project=p&mode=table${range}${address}`,
    });
    const types = () => calls.filter(({ name }) => name === "getTrend").map(({ body }) => (body as Asked).type);
    return { ...page, types };
  }

  test("are the finest with enough answers, which the page says, until others are chosen", async () => {
    const { user, address, types } = openTwelveWeeks("");
    expect(await screen.findByText(/^Shown by weeks, the finest .* 50 answers or more \(median 112\)/)).toBeDefined();
    expect(await screen.findByText("Week of 6 Jan 2031")).toBeDefined();
    expect(types()).toContain("weekly_from_monday");
    await user.click(screen.getByRole("combobox", { name: "By", hidden: true }));
    await user.click(await screen.findByText("Days"));
    expect(await screen.findByText("Mon, 6 Jan 2031")).toBeDefined();
    expect(address()).toContain("bucket=daily");
    expect(screen.queryByText(/^Shown by/)).toBeNull();
  });
});

test("settings are said in one line until a person shows them, which is remembered", async () => {
  localStorage.removeItem("trend-settings-hidden");
  const { user } = open(ours);
  expect(await screen.findByText("happy · by years · Unweighted")).toBeDefined();
  expect(theSwitch()).toBeNull();
  await user.click(screen.getByText("Show settings"));
  expect(await screen.findByLabelText("Include excluded responses")).toBeDefined();
  expect(screen.queryByText("happy · by years · Unweighted")).toBeNull();
  expect(localStorage.getItem("trend-settings-hidden")).toBe("false");
});

test("a trend that hangs is waited for in words, and read again only on request once it was cancelled", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  let answer = () => {};
  const answers = new Promise<void>((done) => {
    answer = done;
  });
  const { asked } = open(ours, "", { answers });
  expect(await screen.findByText("The trend is being read.")).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(screen.getByText("Trends of Panel take longer than usual.")).toBeDefined();
  const { length } = asked();
  fireEvent.click(screen.getByText("Cancel"));
  expect(await screen.findByText("The trend is not being read.")).toBeDefined();
  expect(asked()).toHaveLength(length);
  answer();
  fireEvent.click(screen.getByText("Read it"));
  expect(await screen.findByText("3.00")).toBeDefined();
});

describe("the band", () => {
  const band = async () => (await screen.findByLabelText<HTMLSelectElement>("Band")).value;
  const replying = (variance: number | null): Says => {
    const said = { bucketMin: 1, bucketMax: 9, ...(variance !== null && { variance }) };
    const point = { x: "2031-01-01T00:00:00.000Z", mean: "3.00", min: 1, max: 9, count: 16, ...said };
    return () => ({ mean: "3.00", said: { responses: { happy: [point] }, counted: 16, included: 0, excluded: 0 } });
  };

  test("is the 95% interval unless the address names another or the reply lacks what it is made of", async () => {
    const { unmount } = open(replying(2));
    expect(await screen.findByText("95% interval from")).toBeDefined();
    expect(await band()).toBe("interval");
    unmount();
    open(replying(2), "&band=true");
    expect(await screen.findByText("3.00")).toBeDefined();
    expect(await band()).toBe("range");
    expect(screen.queryByText("95% interval from")).toBeNull();
  });

  test("is from the lowest to the highest answer where the reply says no variance", async () => {
    open(replying(null));
    expect(await screen.findByText("3.00")).toBeDefined();
    expect(await band()).toBe("range");
  });
});

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

describe("with its settings hidden, the page", () => {
  beforeEach(() => localStorage.removeItem("trend-settings-hidden"));

  const label = (code: number, text: string): [number, string, null] => [code, text, null];
  const here = [
    question(1, "Satisfaction", "numeric"),
    question(2, "Trust", "numeric"),
    question(3, "Flavour", "single", { options: [label(1, "Cherry"), label(2, "Lemon")] }),
  ];
  const DAYS = ["2031-02-20", "2031-03-01"];
  const startOf = (day: string, type: string) =>
    type === "yearly" ? `${day.slice(0, 4)}-01-01` : type === "monthly" ? `${day.slice(0, 7)}-01` : day;

  type Ask = { fromDate: string; toDate: string; questions?: string[]; type: string };

  /** A project of this product with answers to each question on two days; `fail` refuses what it likes. */
  function openOurs(address: string, fail: (asked: Ask) => boolean = () => false, questions = here) {
    serve(
      on(listViews, () => ({ views: [], default_view: "all" })),
      on(listQuestions, () => ({ revision: 1, questions, weights: [] })),
      on(listTrendNotes, () => ({ notes: [] })),
      on(getTrendExtent, () => ({ extent: null })),
      on(passedOnTrend, ({ body }) => {
        const asked = body as Ask;
        if (fail(asked)) throw new Refusal("unavailable", "Away.");
        const { fromDate, toDate, type } = asked;
        const days = DAYS.filter((day) => fromDate <= `${day}T12` && `${day}T12` < toDate);
        const points = [...new Set(days.map((day) => startOf(day, type)))].map((start) => ({
          ...{ x: `${start}T00:00:00.000Z`, mean: "3.00", min: 1, max: 9, count: 16 },
        }));
        const means = questions.filter(({ kind }) => kind === "numeric").map(({ id }) => id);
        const responses = Object.fromEntries((asked.questions ?? means).map((id) => [id, points]));
        return {
          ...{ projectId: "p", fromDate, toDate, filter: [], dateFilters: [] },
          ...{ responses, counted: 16, included: 0, excluded: 0 },
        };
      }),
    );
    return renderPage(<TrendsPage role={role} views={null} />, { address: `/trends?project=p&mode=table&${address}` });
  }

  test("says what an address names that is not there, and shows the rest", async () => {
    const bad = new URLSearchParams({
      questions: "Satisfaction,Nothing",
      shares: '[{"questionId":"Flavour","codes":[1,99]}]',
      groups: '{"Both":["Trust","Elsewhere"]}',
      by: "Nowhere",
      filter: "[{",
      from: "2031-02-30",
      zone: "Mars/Phobos",
      weight: "gone",
    });
    openOurs(`${bad}`);
    for (const sentence of [
      "The question “Nothing” has no trend in this project.",
      "The question “Elsewhere” of the joined line “Both” has no trend in this project.",
      "The question “Nowhere” is not in this project: the buckets are of time.",
      "“Flavour” has no option with the code 99: it is left out of the share.",
      /does not say the filter in a way/,
      /does not say the first day/,
      /does not say the time zone/,
      "The weight “gone” is not in this project: the figures are unweighted.",
    ]) {
      expect((await screen.findByText(sentence)).closest("[role=status]")?.textContent).toContain(
        "Part of this view is left out",
      );
    }
    const lines = (await screen.findAllByText(/^(Satisfaction|Both)$/, { selector: "td, td *, th, th *" })).map(
      ({ textContent }) => textContent,
    );
    expect(lines).toEqual(expect.arrayContaining(["Satisfaction", "Both"]));
  });

  test("keeps the trend where its comparison could not be read, and reads it at another try", async () => {
    let isAway = true;
    const { user } = openOurs(
      "questions=Satisfaction&bucket=daily&from=2031-02-28&to=2031-03-01&compare=previous",
      ({ type, toDate }) => isAway && type === "daily" && toDate < "2031-02-28T12",
    );
    const failed = (await screen.findByText(/The comparison could not be loaded/)).closest<HTMLElement>("[role=alert]");
    if (!failed) throw new Error("It is no alert.");
    expect(failed.textContent).toContain("Away.");
    expect(screen.getByText("3.00")).toBeDefined();
    expect(screen.queryByText(/^Dotted:/)).toBeNull();
    isAway = false;
    await user.click(within(failed).getByText("Try again"));
    expect(await screen.findByText(/^No answers in .* to compare with/)).toBeDefined();
    expect(screen.queryByText(/The comparison could not be loaded/)).toBeNull();
  });

  test("says that the buckets before the range could not be read", async () => {
    openOurs(
      "questions=Satisfaction&bucket=daily&from=2031-03-01&to=2031-03-01&rolling=2",
      ({ type, fromDate, toDate }) => type === "daily" && fromDate > "2031-02-2" && toDate < "2031-03-01T12",
    );
    expect(await screen.findByText(/^The buckets before the range could not be read.*: Away\.$/)).toBeDefined();
    expect(await screen.findByText("3.00")).toBeDefined();
  });

  test("asks how far the answers of this product reach once, and for nothing but the trend after that", async () => {
    const DAY = { fromDate: "2031-03-01T00:00:00.000Z", toDate: "2031-03-02T00:00:00.000Z" };
    const calls = serve(
      on(listViews, () => ({ views: [], default_view: "all" })),
      on(listQuestions, () => ({ revision: 1, questions: here, weights: [] })),
      on(listTrendNotes, () => ({ notes: [] })),
      on(getTrendExtent, () => ({
        extent: {
          questions: ["Satisfaction", "Trust"],
          answered: { first: "2031-02-20T09:00:00.000Z", last: "2031-03-01T18:00:00.000Z" },
          ...{ counted: 16, included: 0, excluded: 0 },
        },
      })),
      on(passedOnTrend, ({ body }) => {
        const { questions } = body as Ask;
        const point = { x: DAY.fromDate, mean: "3.00", min: 1, max: 9, count: 16 };
        return {
          ...{ projectId: "p", ...DAY, filter: [], dateFilters: [], counted: 16, included: 0, excluded: 0 },
          responses: Object.fromEntries((questions ?? []).map((id) => [id, [point]])),
        };
      }),
    );
    renderPage(<TrendsPage role={role} views={null} />, { address: "/trends?project=p&mode=table&bucket=daily" });
    expect(await screen.findAllByText("3.00")).toHaveLength(2);
    const asked = calls.filter(({ name }) => name === "getTrend" || name === "getTrendExtent");
    expect(asked.map(({ name }) => name)).toEqual(["getTrendExtent", "getTrend"]);
    expect(asked[1]?.body).toMatchObject({ fromDate: "2031-02-20T00:00:00.000Z", toDate: "2031-03-02T00:00:00.000Z" });
  });

  test("offers a share where no question has a mean", async () => {
    openOurs("", () => false, here.slice(2));
    expect(await screen.findByText(/Add a share of the options of another question/)).toBeDefined();
  });
});
