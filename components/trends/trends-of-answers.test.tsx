import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { readSheet } from "read-excel-file/node";
import { beforeEach, describe, expect, test } from "vitest";
import { passedOnTrend } from "@/lib/contracts/interfaces/analysis";
import { listQuestions } from "@/lib/contracts/ours/questions";
import { getTrendExtent, listTrendNotes } from "@/lib/contracts/ours/trends";
import { listViews, type View } from "@/lib/contracts/ours/views";
import type { Role } from "@/lib/contracts/rules/permissions";
import { question } from "@/lib/test-answers";
import { type TrendAsked, type TrendResponse, trendOf } from "@/lib/test-trends";
import { withExports } from "../test-exports";
import { on, renderPage, serve } from "../test-page";
import { TrendsPage } from "./trends-page";

const DAY_MS = 86_400_000;

/** A third chooses each flavour; from day 40 on two thirds choose cherry. */
const flavourOf = (day: number, at: number) => (at % 3 === 0 || (day >= 40 && at % 3 === 1) ? 1 : at % 3 === 1 ? 2 : 3);

/** Twelve responses a day, four of the North; none on days 20 to 24; satisfaction rises by 3 on day 40. */
const responses: TrendResponse[] = Array.from({ length: 60 }, (_, day) => day)
  .filter((day) => day < 20 || day >= 25)
  .flatMap((day) =>
    Array.from({ length: 12 }, (_, at) => {
      const rest = ((at * 7 + day * 3) % 10) / 4;
      const chosen = {
        Region: at % 3 === 0 ? 1 : 2,
        Wave: day < 20 ? 1 : day < 40 ? 2 : 3,
        Flavour: flavourOf(day, at),
      };
      const numbers = { Satisfaction: 2 + rest + (day >= 40 ? 3 : 0), Trust: 5 + rest };
      return { time: Date.UTC(2025, 0, 1, 12) + day * DAY_MS, answers: { ...chosen, ...numbers } };
    }),
  );
const oneLater: TrendResponse = {
  ...{ time: Date.UTC(2025, 2, 20, 12), answers: { Region: 1, Wave: 3, Flavour: 1, Satisfaction: 5, Trust: 6 } },
};

const optionsOf = (...labels: string[]) => ({
  options: labels.map((label, at): [number, string, null] => [at + 1, label, null]),
});
const questions = [
  question(1, "Region", "single", optionsOf("North", "South")),
  question(2, "Wave", "single", optionsOf("First", "Second", "Third")),
  question(3, "Flavour", "single", optionsOf("Cherry", "Lemon", "Mint")),
  question(4, "Satisfaction", "numeric"),
  question(5, "Trust", "numeric"),
];

const role: Role = "analyst";

const exported = withExports();

beforeEach(() => localStorage.setItem("trend-settings-hidden", "false"));

type Given = {
  later?: TrendResponse[];
  /** The order of the waves, once somebody confirmed it. */
  ranking?: number[];
  views?: View[];
  /** Holds back the answers that it applies to. */
  held?: (asked: TrendAsked) => Promise<void> | null;
};

/** The trends of the project at this address. */
function open(address: string, { later = [], ranking, views = [], held = () => null }: Given = {}) {
  const here = questions.map((each) => (each.id === "Wave" && ranking ? { ...each, ranking } : each));
  serve(
    on(listViews, () => ({ views, default_view: "all" })),
    on(listQuestions, () => ({ revision: 1, questions: here, weights: [], order: "0" })),
    on(listTrendNotes, () => ({ notes: [] })),
    on(getTrendExtent, () => ({ extent: null })),
    on(passedOnTrend, async ({ body }) => {
      const asked = body as TrendAsked;
      await held(asked);
      return trendOf([...responses, ...later], here, asked);
    }),
  );
  return renderPage(<TrendsPage role={role} views={null} />, { address: `/trends?${address}` });
}

/** The rows of the trend as a table, their cells as text. */
const rows = () =>
  [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("td, th")].map(({ textContent }) => textContent.trim()),
  );
const row = async (...has: string[]) => {
  const find = () => rows().find((cells) => has.every((text) => cells.includes(text)));
  await waitFor(() => expect(find()).toBeDefined());
  return find() ?? [];
};
/** The cell of a row under a heading. */
const under = (heading: string, cells: string[]) => {
  const headings = [...document.querySelectorAll("thead th")].map(({ textContent }) => textContent.trim());
  return cells[headings.indexOf(heading)];
};

const input = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: "input" });
const button = (text: string) => screen.getByText(text, { selector: "button, button *" }).closest("button");
const press = (user: UserEvent, text: string) => user.click(screen.getByText(text, { selector: "button, button *" }));

/** Chooses an option of a form's field that is found by its label. */
async function choose(user: UserEvent, label: RegExp, option: string, form: HTMLElement) {
  const field = [...form.querySelectorAll("input")].find((each) => each.labels?.[0]?.textContent.match(label));
  if (!field) throw new Error(`There is no field ${label}.`);
  await user.click(field);
  await user.click(await within(form).findByText(option, { selector: "[role=option], [role=option] *" }));
}
/** A press inside a button's words sends no form here. */
const send = async (user: UserEvent, form: HTMLElement, says: string) => {
  const button = within(form).getByText(says).closest("button");
  if (button) await user.click(button);
};

const inFilter = (questionId: string, code: number) =>
  encodeURIComponent(JSON.stringify([{ questionId, operator: "in", value: [code] }]));

test("two filters that are the same are not compared, which the page says", async () => {
  open("project=p&bucket=monthly&compare=filter");
  expect(await screen.findByText(/^Both filters are the same/)).toBeDefined();
});

test("a filter is compared with everybody and not tested, since they have respondents in common", async () => {
  open(`project=p&bucket=monthly&compare=filter&filter=${inFilter("Region", 1)}`);
  expect(await screen.findByText(/have respondents in common \(440 of the answers/)).toBeDefined();
  expect(screen.getByText(/Region is one of North \(full line\) with All responses \(dotted\)/)).toBeDefined();
  expect(screen.queryByText(/◆/)).toBeNull();
});

test("two filters without a respondent in common are tested, and table and files have the figures of both", async () => {
  const both = `compare=filter&filter=${inFilter("Region", 1)}&against=${inFilter("Region", 2)}`;
  const charts = open(`project=p&bucket=monthly&${both}`);
  expect(await screen.findByText(/◆ those that differ so from Region is one of South/)).toBeDefined();
  expect(screen.queryByText(/respondents in common/)).toBeNull();
  charts.unmount();

  const { user } = open(`project=p&bucket=monthly&mode=table&${both}`);
  const january = await row("Satisfaction", "January 2025");
  expect(under("n", january)).toBe("104"); // 26 days of four
  expect(under("Compared n", january)).toBe("208"); // and of eight
  const full = (await exported(user, "CSV with full values")).toString("utf8");
  expect(full).toContain("Compared mean,Compared n,Difference");
  expect(full).toContain("Region is one of South");
  expect((await exported(user, "CSV as shown")).toString("utf8")).toContain("Compared with: Region is one of South");
});

test("while figures of another filter are read, those shown are not exported as its own", async () => {
  let goOn = () => {};
  const held = new Promise<void>((done) => {
    goOn = done;
  });
  const { user } = open("project=p&bucket=daily&mode=table", {
    held: ({ filter }) => ((filter ?? []).length > 0 ? held : null),
  });
  await row("Satisfaction", "Wed, 1 Jan 2025");
  expect(button("Export")?.disabled).toBe(false);
  await press(user, "Add filter");
  const form = await screen.findByRole("dialog", { name: "Add filter" });
  await choose(user, /^Question/, "Region", form);
  await choose(user, /^Options/, "North", form);
  await send(user, form, "Add");
  await waitFor(() => expect(button("Export")?.disabled).toBe(true));
  goOn();
  await waitFor(() => expect(button("Export")?.disabled).toBe(false));
  expect(under("n", await row("Satisfaction", "Wed, 1 Jan 2025"))).toBe("4");
});

test("questions are joined to a line under a name, which takes their place until it is removed", async () => {
  const { user, address } = open("project=p&bucket=monthly&mode=table");
  await row("Satisfaction", "January 2025");
  await press(user, "Join questions");
  const form = await screen.findByRole("dialog", { name: "Join questions" });
  await send(user, form, "Join");
  expect(within(form).getByText("Give the line a name.")).toBeDefined();
  expect(within(form).getByText("Choose at least two questions.")).toBeDefined();
  await user.type(within(form).getByLabelText("Name of the line"), "Both");
  await choose(user, /^Questions to join/, "Satisfaction", form);
  await user.click(await within(form).findByText("Trust", { selector: "[role=option], [role=option] *" }));
  await send(user, form, "Join");
  // Each response answered both: each answer counts.
  expect(under("n", await row("Both", "January 2025"))).toBe("624");
  expect(rows().some((cells) => cells.includes("Satisfaction"))).toBe(false);
  expect(screen.getByText(/A joined line counts every answer to its questions/)).toBeDefined();
  expect(address()).toContain("groups=");
  await user.click(screen.getByLabelText("Remove the joined line Both"));
  await row("Satisfaction", "January 2025");
  await waitFor(() => expect(document.activeElement).toBe(button("Join questions")));
});

test("all questions and the fewer of before take turns, and none chosen is none shown, as the address says", async () => {
  const { user, address } = open("project=p&bucket=monthly&mode=table");
  await row("Trust", "January 2025");
  expect(button("All")?.disabled).toBe(true);
  input(/^Questions/).focus();
  await user.keyboard("{Backspace}");
  const isShown = (name: string) => rows().some((cells) => cells.includes(name));
  await waitFor(() => expect(isShown("Trust")).toBe(false));
  await press(user, "All");
  await waitFor(() => expect(isShown("Trust")).toBe(true));
  await press(user, "Fewer");
  await waitFor(() => expect(isShown("Trust")).toBe(false));
  expect(isShown("Satisfaction")).toBe(true);
  await user.click(screen.getByLabelText("Choose no question"));
  expect(await screen.findByText(/^Nothing is chosen\. Choose questions above/)).toBeDefined();
  expect(address()).toContain("questions=,");
});

test("an address that says no question shows none", async () => {
  open("project=p&bucket=monthly&questions=,");
  expect(await screen.findByText(/^Nothing is chosen\. Choose questions above/)).toBeDefined();
});

const CHERRY = `shares=${encodeURIComponent('[{"questionId":"Flavour","codes":[1]}]')}`;

test("the share of chosen options is tested, and has the same figures in the table and in files", async () => {
  const { user } = open("project=p&bucket=monthly&questions=,&mode=table");
  await screen.findByText(/^Nothing is chosen\./);
  await press(user, "Add share");
  const form = await screen.findByRole("dialog", { name: "Add share" });
  await choose(user, /^Question/, "Flavour", form);
  expect(within(form).getByText(/need to know the order of the options/)).toBeDefined();
  await choose(user, /^Options that count/, "Cherry", form);
  await send(user, form, "Show share");
  // 104 of 312, then 188 of 336, then 8 of 12.
  const february = await row("Flavour: Cherry", "February 2025");
  expect(
    ["Share", "n", "Chosen", "Significant change, points", "Adjusted p"].map((each) => under(each, february)),
  ).toEqual(["56.0%", "336", "188", "22.6", "< 0.001"]);
  expect(screen.getByText(/pooled z test of two proportions/)).toBeDefined();
  expect((await exported(user, "CSV as shown")).toString("utf8")).toContain(
    "Flavour: Cherry,February 2025,56.0%,50.6%,61.2%,336,188,22.6",
  );
  const cells = await readSheet(await exported(user, "XLSX"));
  const head = cells.find((each) => each.includes("Share")) ?? [];
  const share = cells.find((each) => each.includes(336))?.[head.indexOf("Share")];
  expect(share).toBeCloseTo(188 / 336, 10);
});

test("by a question its options are the buckets, without zone, zoom and, in no confirmed order, changes", async () => {
  open(`project=p&questions=,&${CHERRY}&mode=table&by=Wave`);
  expect(under("Share", await row("Flavour: Cherry", "First"))).toBe("33.3%");
  expect(under("Share", await row("Flavour: Cherry", "Third"))).toBe("66.7%");
  expect(screen.getByText(/there is no time to zoom into/)).toBeDefined();
  expect(screen.getByText(/The options of “Wave” have no confirmed order/)).toBeDefined();
  expect(button("Set the order")).not.toBeNull();
  expect(input("Time zone").disabled).toBe(true);
  expect(screen.queryByText("Zoom", { selector: "button, button *" })).toBeNull();
  expect(rows().flat()).not.toContain("< 0.001");
});

test("buckets in a confirmed order are tested from one to the next, and a picture says what they are", async () => {
  const { user } = open(`project=p&questions=,&${CHERRY}&mode=table&by=Wave`, { ranking: [1, 2, 3] });
  expect(under("Adjusted p", await row("Flavour: Cherry", "Third"))).toBe("< 0.001");
  expect(screen.queryByText(/have no confirmed order/)).toBeNull();
  const picture = (await exported(user, "SVG picture")).toString("utf8");
  // A long title stands in several lines.
  expect(picture.replace(/(<[^>]*>)+/g, " ")).toContain("by Wave");
});

test("a rolling mean reads the days before the range, and shows none of them", async () => {
  open("project=p&bucket=daily&from=2025-02-01&to=2025-02-28&rolling=3&mode=table");
  const first = await row("Satisfaction", "Sat, 1 Feb 2025");
  expect(rows()[0]).toEqual(first);
  await waitFor(async () => {
    expect(under("Rolling mean", await row("Satisfaction", "Sat, 1 Feb 2025"))).toMatch(/^\d\.\d\d$/);
  });
});

test("the previous period goes by the zoom, and by the whole range once that is left, where the focus goes on", async () => {
  const february = "project=p&bucket=daily&from=2025-02-01&to=2025-02-28";
  const at = (day: number) => Date.UTC(2025, 1, day) / 1000;
  const { user, address } = open(`${february}&compare=previous&zoom=${at(10)}-${at(28)}`);
  expect(await screen.findByText(/Dotted: the buckets of 2025-01-22 to 2025-02-09/)).toBeDefined();
  expect(screen.getByText("Zoomed to Mon, 10 Feb 2025 – Fri, 28 Feb 2025")).toBeDefined();
  await press(user, "Show the whole range");
  expect(await screen.findByText(/Dotted: the buckets of 2025-01-04 to 2025-01-31/)).toBeDefined();
  expect(address()).not.toContain("zoom=");
  expect(document.activeElement).toBe(button("Zoom"));
});

test("what a table does not show cannot be chosen there", async () => {
  open("project=p&bucket=monthly&mode=table");
  await row("Trust", "January 2025");
  expect(screen.getByLabelText<HTMLSelectElement>("Figures at points").disabled).toBe(true);
});

describe("the range", () => {
  const shown = async (range: string, from: string, to: string) => {
    await waitFor(() =>
      expect([input("Range"), input("From"), input("To")].map(({ value }) => value)).toEqual([range, from, to]),
    );
    expect(await screen.findByText(`${from} to ${to}, times in UTC`)).toBeDefined();
  };
  const typeDay = async (user: UserEvent, label: string, day: string) => {
    await user.clear(input(label));
    await user.type(input(label), `${day}{Enter}`);
  };

  test("days that are typed are the range, and one that ends before it begins says so", async () => {
    const { user, address } = open("project=p&bucket=daily&mode=table");
    await shown("All answers", "2025-01-01", "2025-03-01");
    await typeDay(user, "From", "2025-2-1");
    await shown("Between dates", "2025-02-01", "2025-03-01");
    expect(address()).toContain("from=2025-02-01");
    await typeDay(user, "To", "2025-01-15");
    expect(await screen.findByText(/The range ends on 2025-01-15, before it begins on 2025-02-01\./)).toBeDefined();
  });

  test("a range counted back from the last answer moves along with it, in the comparison and in files too", async () => {
    const { user, unmount } = open("project=p&bucket=daily&range=30d&compare=previous&mode=table");
    await shown("Last 30 days", "2025-01-31", "2025-03-01");
    expect(await screen.findByText(/Compared: the buckets of 2025-01-01 to 2025-01-30/)).toBeDefined();
    expect((await exported(user, "CSV as shown")).toString("utf8")).toContain("2025-01-31 to 2025-03-01, times in UTC");
    unmount();
    open("project=p&bucket=daily&range=30d&mode=table", { later: [oneLater] });
    await shown("Last 30 days", "2025-02-19", "2025-03-20");
  });

  test("a range counted back is that of a trend by a question too", async () => {
    open("project=p&by=Wave&range=30d&mode=table&questions=Satisfaction", { later: [oneLater] });
    expect(await screen.findByText("2025-02-19 to 2025-03-20, by Wave")).toBeDefined();
    expect(under("n", await row("Satisfaction", "Third"))).toBe("133"); // 11 days of twelve, and one
  });

  test("a day that is typed makes days of the range that a view says, and stays beside the view", async () => {
    const view = {
      ...{ id: "v", list: "trends", name: "Lately", account_id: null, owner: "Ann", is_mine: true, may_change: true },
      query: "project=p&bucket=daily&range=30d&mode=table",
    } as View;
    const { user, address, unmount } = open("view=v", { views: [view] });
    await shown("Last 30 days", "2025-01-31", "2025-03-01");
    await typeDay(user, "From", "2025-02-01");
    await shown("Between dates", "2025-02-01", "2025-03-01");
    const pasted = address().slice("/trends?".length);
    expect(pasted).toContain("view=v");
    unmount();
    open(pasted, { views: [view] });
    await shown("Between dates", "2025-02-01", "2025-03-01");
  });
});
