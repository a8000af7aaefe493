import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "@/components/test-page";
import { ChangeForm } from "./bulk-forms";

test.each(["-5", "0", "1.2.3", "12abc", "1.405"])("a bulk price of “%s” cannot be previewed", async (text) => {
  const onChange = vi.fn();
  const { user } = renderPage(<ChangeForm action="price" onChange={onChange} />);
  await user.type(screen.getByLabelText("Price per complete"), `${text}{Enter}`);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Preview" }).disabled).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
});

test("a bulk price is sent as it was typed, in whole", async () => {
  const onChange = vi.fn();
  const { user } = renderPage(<ChangeForm action="price" onChange={onChange} />);
  await user.type(screen.getByLabelText("Price per complete"), "$1,234.50");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(onChange).toHaveBeenCalledWith({ offered_price_per_complete: 1234.5 });
});
