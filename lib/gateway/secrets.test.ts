import { expect, test } from "vitest";
import { saidOfActivation } from "./said-of-activation";
import { personalIn, withoutSecrets } from "./secrets";

const personal = ["203.0.113.7", "a cookie (1/2) [x]", "Mozilla/5.0 (X11)", "ab", "2001:db8::7"];

test.each([
  ["nothing of it", "nothing of it"],
  ["not from 203.0.113.7.", "not from …."],
  ["x2001:DB8::7y", "x…y"],
  ["for A cookie  (1/2)\n[x], too", "for …, too"],
  ["agent Mozilla/5.0 (X11)", "agent …"],
  ["ab cabs tabu", "… cabs tabu"],
  ["key-1 of key-1", "… of …"],
])("%j is kept as %j", (text, kept) => {
  expect(withoutSecrets(text, { proofs: ["key-1", ""], personal })).toBe(kept);
});

test("a value that holds another goes as a whole", () => {
  expect(withoutSecrets("cookie-12 cookie-123", { proofs: [], personal: ["cookie-12", "cookie-123"] })).toBe("… …");
});

test("the personal values of a call are those that say something of somebody", () => {
  const body = { Type: "1", Panel_Id: "p", Survey_Number: "1", IP_Address: "203.0.113.7", Cookie: " ", User_Agent: 7 };
  expect(personalIn("activation", body)).toEqual(["203.0.113.7"]);
});

test("answers and attributes of respondents are personal at any depth of a call", () => {
  const open = { qualityCheck: "OES", dataPointId: "q1", question: "Why?", answer: "I live at 5 High Street" };
  const interview = { qualityCheck: "CHS", interviewData: [{ question: "Age", answer: 41 }, { answer: "Retired" }] };
  const typed = { qualityCheck: "BAS", interactionData: [{ value: "I" }, { value: "pasted" }] };
  const body = {
    surveyName: "Wave",
    dataPoints: [open, interview, typed, open],
    respondentAttributes: { city: "Ulm" },
  };
  expect(personalIn("quality", body)).toEqual(["I live at 5 High Street", "Retired", "pasted", "Ulm"]);
  const secrets = { proofs: [], personal: personalIn("quality", body) };
  expect(withoutSecrets('answer "I live at 5 high street" of q1 is too long', secrets)).toBe(
    'answer "…" of q1 is too long',
  );
});

test.each([
  ["12 records for 203.0.113.7", "12 records for …", 12],
  ["For 203.0.113.7: 12 records", "For …: 12 records", 12],
  ["Deactivated for 203.0.113.7", "Deactivated for …", null],
  ["With key-5: 3", "With …: 3", 3],
  ["With key-5", "With …", null],
  ["500 records processed", "… records processed", 500],
  ["7 records processed", "7 records processed", 7],
])("%j is said as %j and counts %j", (message, said, records) => {
  const secrets = { proofs: ["key-5"], personal: ["203.0.113.7", "500"] };
  const given = { action: "Deactivated", message, records: Number(/\d+/.exec(message)?.[0]), change: null };
  expect(saidOfActivation(given, secrets)).toEqual({ ...given, message: said, records });
});

test("a service's message is kept up to 500 characters", () => {
  const long = "x".repeat(100_000);
  const kept = saidOfActivation({ action: long, message: long, records: null, change: null }, { proofs: [], personal });
  expect([kept.action.length, kept.message.length]).toEqual([500, 500]);
});
