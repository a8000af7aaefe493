import { screen } from "@testing-library/react";
import { type ComponentType, type ReactNode, useState } from "react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../test-page";
import { confirm } from "./confirm";
import { DialogFrame } from "./dialog-frame";
import { onDemand } from "./on-demand";

function withResolver<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function Opener({ Opens }: { Opens: ComponentType<{ onClose?: () => void }> }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {opened && <Opens onClose={() => setOpened(false)} />}
    </>
  );
}

test("the frame of a dialog stands at once, and the dialog when its code is there", async () => {
  const code = withResolver<() => ReactNode>();
  const load = vi.fn(() => code.promise);
  const Later = onDemand(load, DialogFrame);
  const { user } = renderPage(<Opener Opens={Later} />);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByRole("status", { name: "Opening" })).toBeTruthy();
  code.resolve(() => <p>Here it is</p>);
  expect(await screen.findByText("Here it is")).toBeTruthy();
  expect(screen.queryByRole("status", { name: "Opening" })).toBeNull();
});

test("Escape closes a dialog that is still being loaded", async () => {
  const Later = onDemand<{ onClose: () => void }>(() => new Promise(() => {}), DialogFrame);
  const onClose = vi.fn();
  const { user } = renderPage(<Later onClose={onClose} />);
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a question is asked before something is done, and nothing is done when it is declined", async () => {
  const onConfirm = vi.fn();
  const { user } = renderPage(<p>The page</p>);
  const question = { title: "Delete it?", children: "It is gone then.", onConfirm };
  confirm({ ...question, labels: { confirm: "Delete", cancel: "Keep" } });
  await user.click(await screen.findByRole("button", { name: "Keep" }));
  expect(onConfirm).not.toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();
  confirm({ ...question, labels: { confirm: "Delete", cancel: "Keep" } });
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});
