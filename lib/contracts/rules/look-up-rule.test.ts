import { expect, test } from "vitest";
import { readSelectors } from "../interfaces/duplicate-selectors";
import { ALONE, maskingProblem } from "./look-up-rule";

const [IP_Address, Hashed_Email] = ["203.0.113.7", "a".repeat(64)];

test.each([
  [{ IP_Address }, null],
  [{ Hashed_Email }, null],
  [{ Session_Id: "s", Survey_Number: "1", Panel_Id: "p" }, null],
  [{ IP_Address, Session_Id: "  " }, null],
  [{ IP_Address, Session_Id: "s" }, ALONE],
  [{ Cookie: "c", Survey_Number: "1" }, ALONE],
  [{ Hashed_Email, Panel_Id: "p" }, ALONE],
  [{ IP_Address, User_Agent: "curl/8" }, ALONE],
  [{ rt_ip_address: IP_Address, sn_ud: "s" }, ALONE],
])("%j", (body, problem) => {
  expect(maskingProblem(readSelectors(body).selectors)).toBe(problem);
});
