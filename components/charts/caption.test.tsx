import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { Caption } from "./caption";

test("a title is edited where it stands: Enter keeps it, Escape leaves it, emptied it is the usual one", async () => {
  const onChange = vi.fn();
  const { user } = renderPage(<Caption part="title" value={null} usual="Satisfaction by region" onChange={onChange} />);
  await user.click(screen.getByRole("button", { name: /Satisfaction by region/ }));
  await user.clear(screen.getByLabelText("Title"));
  await user.type(screen.getByLabelText("Title"), "The North is happier{Enter}");
  expect(onChange).toHaveBeenLastCalledWith("The North is happier");

  await user.click(screen.getByRole("button", { name: /Satisfaction by region/ }));
  await user.type(screen.getByLabelText("Title"), " indeed{Escape}");
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a footnote that is emptied is taken out", async () => {
  const onChange = vi.fn();
  const { user } = renderPage(<Caption part="footnote" value="Preliminary" onChange={onChange} />);
  await user.click(screen.getByRole("button", { name: /Preliminary/ }));
  await user.clear(screen.getByLabelText("Footnote"));
  await user.keyboard("{Enter}");
  expect(onChange).toHaveBeenLastCalledWith(null);
});
