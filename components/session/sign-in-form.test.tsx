import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { SignInForm } from "./sign-in-form";
import { signInRefusal } from "./sign-in-refusal";

vi.mock("./sign-in-refusal", () => ({ signInRefusal: vi.fn() }));

beforeEach(() => {
  vi.mocked(signInRefusal).mockReset();
});

const connections = [{ name: "built-in", title: "Built-in" }];
const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");

test("a refusal is said, what was typed stays, and the next try takes its place", async () => {
  vi.mocked(signInRefusal).mockResolvedValueOnce("This e-mail and password do not match.").mockResolvedValueOnce(null);
  const onSignedIn = vi.fn();
  const { user } = renderPage(<SignInForm connections={connections} onSignedIn={onSignedIn} />);
  await user.type(email(), "manager@demo.test");
  await user.type(password(), "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This e-mail and password do not match.");
  expect(email().value).toBe("manager@demo.test");
  expect(onSignedIn).not.toHaveBeenCalled();

  await user.clear(password());
  await user.type(password(), "right{Enter}");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alert")).toBeNull();
  expect(signInRefusal).toHaveBeenLastCalledWith({
    connection: "built-in",
    email: "manager@demo.test",
    password: "right",
  });
});

test("a sign-in that takes long is explained, and its form works again once it is cancelled", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    vi.mocked(signInRefusal).mockReturnValue(new Promise(() => {}));
    const onSignedIn = vi.fn();
    const { user } = renderPage(
      <SignInForm connections={[{ name: "production", title: "Production" }]} onSignedIn={onSignedIn} />,
    );
    await user.type(email(), "manager@demo.test");
    await user.type(password(), "right{Enter}");
    expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(screen.getByRole("status").textContent).toContain("Production is slow to answer.");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(false);
    expect(onSignedIn).not.toHaveBeenCalled();
  } finally {
    vi.useRealTimers();
  }
});

test("nothing is sent without e-mail and password: each says what is missing", async () => {
  const { user } = renderPage(<SignInForm connections={connections} onSignedIn={vi.fn()} />);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Enter your e-mail.")).toBeDefined();
  expect(screen.getByText("Enter your password.")).toBeDefined();
  expect(signInRefusal).not.toHaveBeenCalled();
});

test("the connection that was chosen is the one that is signed in to", async () => {
  vi.mocked(signInRefusal).mockResolvedValue(null);
  const panel = { name: "panel", title: "Panel" };
  const { user } = renderPage(<SignInForm connections={[...connections, panel]} onSignedIn={vi.fn()} />);
  await user.selectOptions(screen.getByLabelText("Connection"), "Panel");
  await user.type(email(), "a@b.test");
  await user.type(password(), "secret{Enter}");
  await waitFor(() =>
    expect(signInRefusal).toHaveBeenCalledWith({ connection: "panel", email: "a@b.test", password: "secret" }),
  );
});

test("whoever signs in again on an open page is the person whose page it is, at its connection", async () => {
  vi.mocked(signInRefusal).mockResolvedValue(null);
  const { user } = renderPage(
    <SignInForm
      connections={[...connections, { name: "production", title: "Production" }]}
      connection="production"
      email="a@b.test"
      onSignedIn={vi.fn()}
    />,
  );
  expect(email().readOnly).toBe(true);
  await user.type(password(), "secret{Enter}");
  await waitFor(() =>
    expect(signInRefusal).toHaveBeenCalledWith({ connection: "production", email: "a@b.test", password: "secret" }),
  );
});
