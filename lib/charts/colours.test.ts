import { expect, test } from "vitest";
import { type Colour, colourOf, contrastOf, inkOn, MOST_TONES, type Ramp, type Tone } from "./colours";

const GROUND: Colour = { light: "#ffffff", dark: "#242424" };
const schemes = ["light", "dark"] as const;
const stepsOf = (ramp: Ramp, count: number): Tone[] =>
  Array.from({ length: count }, (_, at) => ({ ramp, at: at / (count - 1) }));
const places = Array.from({ length: MOST_TONES }, (_, place): Tone => place);
const all: Tone[] = [...places, "beside", ...stepsOf("sequential", 11), ...stepsOf("diverging", 11)];

test("contrast is as WCAG has it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBe(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("the colours that there are differ, in both schemes", () => {
  for (const scheme of schemes) expect(new Set(places.map((tone) => colourOf(tone)[scheme])).size).toBe(MOST_TONES);
});

test("figures on a colour are read, whichever it is", () => {
  for (const tone of all) {
    for (const scheme of schemes) {
      const colour = colourOf(tone)[scheme];
      expect(contrastOf(colour, inkOn(colour))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("shades of scales are seen on the page, in both schemes", () => {
  for (const tone of [...stepsOf("sequential", 11), ...stepsOf("diverging", 11), "beside" as const]) {
    for (const scheme of schemes) {
      expect(contrastOf(colourOf(tone)[scheme], GROUND[scheme])).toBeGreaterThanOrEqual(3);
    }
  }
});

/** How far each shade is from the ground, which is all that a print in grey keeps. */
const weightsOf = (ramp: Ramp, count: number, scheme: keyof Colour) =>
  stepsOf(ramp, count).map((tone) => contrastOf(colourOf(tone)[scheme], GROUND[scheme]));

test("a scale grows stronger from its low to its high end, also in a print in grey", () => {
  for (const scheme of schemes) {
    for (const count of [3, 4, 5, 7, 11]) {
      const weights = weightsOf("sequential", count, scheme);
      for (const [at, weight] of weights.slice(1).entries()) expect(weight / (weights[at] ?? 0)).toBeGreaterThan(1.1);
    }
  }
});

test("a scale with a middle grows stronger to both ends, which a print in grey tells apart", () => {
  for (const scheme of schemes) {
    for (const count of [3, 5, 7]) {
      const weights = weightsOf("diverging", count, scheme);
      const middle = (count - 1) / 2;
      for (let away = 1; away <= middle; away++) {
        const [low = 0, high = 0] = [weights[middle - away], weights[middle + away]];
        for (const sign of [-1, 1]) {
          expect(weights[middle + sign * away]).toBeGreaterThan(1.1 * (weights[middle + sign * (away - 1)] ?? 0));
        }
        expect(low / high).toBeGreaterThan(1.1);
      }
    }
  }
});
