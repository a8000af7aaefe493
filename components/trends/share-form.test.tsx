import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { renderPage } from "../test-page";
import { ByOrder } from "./by-order";
import { ShareForm } from "./share-form";

const question: Question = {
  ...{ id: "q", text: "Q", kind: "single", column: "q1", missing: [], blank: "not_asked", grid: null },
  ...{ derivation: null, version: 1 },
  options: ["Neither", "Good", "Bad"].map((label, order) => ({
    ...{ code: order + 1, label, order, value: null, cells: [label] },
  })),
};
const share = { questionId: "q", codes: [1] };

const openForm = (of: Question, role: Role = "analyst") =>
  renderPage(<ShareForm project="p" role={role} questions={[of]} share={share} others={[]} onSave={vi.fn()} />);

test("boxes of options in no order are not offered: the form asks for the order first", async () => {
  const { user } = openForm(question);
  expect(screen.queryByRole("button", { name: "Top 2" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Set the order" }));
  expect(screen.getByRole("button", { name: "Move Good up" })).toBeDefined();
});

test("boxes go by the order that was confirmed", async () => {
  openForm({ ...question, ranking: [3, 1, 2] });
  expect(screen.getByRole("button", { name: "Top 2" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Set the order" })).toBeNull();
});

test.each(roles.filter((role) => role === "manager"))("a %s is told who confirms an order", (role) => {
  openForm(question, role);
  expect(screen.queryByRole("button", { name: "Set the order" })).toBeNull();
  expect(screen.getByText(/for analysts and admins/)).toBeDefined();
});

test("options that are buckets are asked for their order, and say how to put it right", () => {
  const valued = (...values: (number | null)[]) => ({
    ...question,
    options: question.options.map((each, at) => ({ ...each, value: values[at] ?? null })),
  });
  const asks = (of: Question) => {
    const { unmount, container } = renderPage(<ByOrder {...{ project: "p", question: of, role: "analyst" }} />);
    const says = [...container.querySelectorAll("button, a")].map(({ textContent }) => textContent);
    unmount();
    return says;
  };
  expect(asks(question)).toEqual(["Set the order"]);
  expect(asks(valued(2, 3, 1))).toEqual(["Show options in their order"]);
  expect(asks(valued(1, null, 2))).toEqual(["Give all options values, or mark them as no answer"]);
  expect(asks(valued(1, 2, 3))).toEqual([]);
});
