"use client";

import { IconTestPipe } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import { useEditor } from "./editor-context";

const TestDialog = onDemand(async () => (await import("./test-dialog")).TestDialog);

const READ_ONLY = "Tests are for project managers and admins: they leave sessions. Ask an admin of your account.";

/** Opens or copies an entry link whose sessions are tests. */
export function EntryTest() {
  const { present, connection, readOnly } = useEditor();
  const [isOpen, setOpen] = useState(false);
  const notCreated = present ? null : "There is nothing to enter before the survey is created.";
  const refused = connection.fieldedElsewhere ?? notCreated ?? (readOnly ? READ_ONLY : null);
  usePageActions([
    {
      id: "test-entry",
      label: "Test the entry link",
      keywords: "try respondent enter screener",
      run: () => setOpen(true),
      refused,
    },
  ]);
  return (
    <>
      <div>
        <Refusable reason={refused}>
          {(shown) => (
            <Button onClick={() => setOpen(true)} {...shown}>
              <IconTestPipe size={16} aria-hidden /> Test the entry link…
            </Button>
          )}
        </Refusable>
      </div>
      {isOpen && present && <TestDialog surveyId={present.id} onClose={() => setOpen(false)} />}
    </>
  );
}
