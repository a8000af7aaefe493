import { type DescribedOperations, example } from "./described";

export const analysisTags = { Trends: "Figures of answers over time." } as const;
export const pivotTags = { Tables: "Cross tables of answers." } as const;

export const describedAnalysis: DescribedOperations = {
  getTrend: {
    tag: "Trends",
    description:
      "The range is from `fromDate` to the end of the day `toDate`, or to an instant, which is excluded. Buckets are of UTC unless `timeZone` names another zone; every bucket is returned. `mean` is a text with two decimals where a bucket has data, and the number 0 where it has none.",
    request: {
      fromDate: "2031-02-01",
      toDate: "2031-02-02",
      type: "daily",
      filter: [{ questionId: "region", operator: "in", value: [1, 2] }],
      groups: { taste: ["taste_a", "taste_b"] },
    },
    reply: {
      projectId: example.project,
      fromDate: "2031-02-01",
      toDate: "2031-02-02",
      filter: [{ questionId: "region", operator: "in", value: [1, 2] }],
      dateFilters: [{ startDate: "2031-02-01T00:00:00.000Z", endDate: "2031-02-03T00:00:00.000Z" }],
      responses: {
        taste: [
          {
            x: "2031-02-01T00:00:00.000Z",
            mean: "3.67",
            min: 1,
            max: 5,
            count: 3,
            bucketMin: 2,
            bucketMax: 5,
            meanExact: 3.6666666666666665,
            variance: 2.3333333333333335,
          },
          {
            x: "2031-02-02T00:00:00.000Z",
            mean: 0,
            min: 1,
            max: 5,
            count: 0,
            bucketMin: null,
            bucketMax: null,
            meanExact: null,
            variance: null,
          },
        ],
      },
      excluded: 0,
    },
  },
};

const figure = (value: number) => [[[value]]];

export const describedPivot: DescribedOperations = {
  fetchSpecs: {
    tag: "Tables",
    description:
      "`groups` narrows the reply to these questions; the count is always among the measures. A project that cannot be found, or is not named, is a 404.",
    request: { projectId: example.project },
    reply: {
      dimensions: ["gender", "region", "visited_at:month"],
      measures: [
        { aggregationType: 1, label: "Count" },
        { aggregationType: 5, questionId: "taste", label: "Average" },
      ],
    },
  },
  fetchData: {
    tag: "Tables",
    description:
      "Figures have the indexes `[row][column][measure]`. A path is a list of labels, outermost first; a subtotal's is shorter, and the grand total's is empty. A table has at most 100,000 cells.",
    request: {
      projectId: example.project,
      rows: ["gender"],
      columns: [],
      measures: [{ aggregationType: 1 }],
    },
    reply: {
      rows: [["Female"]],
      columns: [[]],
      rowCodes: [[2]],
      columnCodes: [[]],
      cells: figure(120),
      base: figure(120),
      weightedBase: figure(120),
      effectiveBase: figure(120),
      deviation: [[[null]]],
      excluded: 0,
    },
  },
  fetchResponses: {
    tag: "Tables",
    description: "Name the cell by the codes that the table gives for its row and column; shorter ones are totals.",
    request: {
      projectId: example.project,
      rows: ["gender"],
      columns: [],
      rowCodes: [2],
      columnCodes: [],
      questions: ["taste"],
    },
    reply: {
      total: 1,
      responses: [{ id: "r-1", time: "2031-02-01T09:30:00.000Z", excluded: false, weight: null, answers: [4] }],
    },
  },
};
