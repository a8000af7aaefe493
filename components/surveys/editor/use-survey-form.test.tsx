import { renderHook, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConnectionView } from "@/lib/contracts/context";
import { draftOf, type QuotaDraft } from "@/lib/surveys/draft";
import { definitions, quota, survey } from "@/lib/surveys/test-surveys";
import { useSurveyForm } from "./use-survey-form";

const connection: ConnectionView = {
  ...{ name: "built-in", title: "Built-in", environment: "built-in" },
  ...{ addsQuotas: true, searches: true, fieldedElsewhere: null, checkedElsewhere: null },
};
const latest = {
  survey: survey({ country_code: "US", respondent_attributes: [quota("a", { quota: 40 })] }),
  revision: "r1",
};
const blank = draftOf(latest.survey);

type Shown = { isSaving: boolean; changed: number; targets: QuotaDraft["quota"][] };

/** An editor and all its renderings. React decides their order, as in the product: tests usually run it step by step. */
async function openEditor() {
  const shown: Shown[] = [];
  let isOpen = false;
  const { result } = renderHook(() => {
    const editing = useSurveyForm({ latest, blank, connection, definitions });
    const [isSaving, setSaving] = useState(false);
    const targets = editing.draft.respondent_attributes.map(({ quota: target }) => target);
    useEffect(() => {
      isOpen = true;
    });
    shown.push({ isSaving, changed: editing.changed.length, targets });
    return { ...editing, save: editing.handleSubmit(() => setSaving(true)) };
  });
  const setTarget = (target: number) => {
    const { list } = result.current;
    list.apply([{ ...list.quotas()[0], quota: target } as QuotaDraft], `${target}`);
  };
  await waitFor(() => expect(isOpen).toBe(true));
  return { result, shown, setTarget };
}

beforeEach(() => void vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false));
afterEach(() => void vi.unstubAllGlobals());

test("a save includes an edit made right before it", async () => {
  const { result, shown, setTarget } = await openEditor();
  setTarget(50);
  await waitFor(() => expect(shown.at(-1)?.targets).toEqual([50]));
  await result.current.handleSubmit(() => {})(); // loads the rules, so that the next check takes no time
  setTarget(60);
  await result.current.save();
  await waitFor(() => expect(shown.at(-1)?.isSaving).toBe(true));
  expect(shown.find(({ isSaving }) => isSaving)?.targets).toEqual([60]);
});

test("the first edit of an unchanged survey is a change at once", async () => {
  const { shown, setTarget } = await openEditor();
  // As for a key press: React renders what is urgent and leaves transitions for later.
  flushSync(() => setTarget(50));
  expect(shown.at(-1)).toMatchObject({ changed: 1, targets: [50] });
});
