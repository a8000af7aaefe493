"use client";

import { notifications } from "@mantine/notifications";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "./button";
import { usePageActions } from "./page-actions";
import { MenuItem, PopMenu } from "./pop-menu";

type Props<Form extends string> = {
  /** `refused`: why this form cannot be had now; null or absent: it can. */
  forms: readonly { form: Form; label: string; refused?: string | null }[];
  /** Saves what is shown in this form; what fails is told. */
  onSave: (form: Form) => Promise<void>;
  /** Why nothing can be saved now; null: it can. */
  refused?: string | null;
  /** Words that find it among the page's commands. */
  keywords?: string;
  isSmall?: boolean;
};

/** The menu by which whatever stands beside it is saved as a file; also among the page's commands. */
export function SaveMenu<Form extends string>({
  forms,
  onSave,
  refused = null,
  keywords = "download file excel",
  isSmall = false,
}: Props<Form>) {
  const [busy, setBusy] = useState(false);
  const save = async (form: Form) => {
    setBusy(true);
    try {
      await onSave(form);
    } catch (error) {
      notifications.show({ color: "red", message: error instanceof Error ? error.message : String(error) });
    }
    setBusy(false);
  };
  usePageActions(
    forms.map((each) => ({
      id: `export-${each.form}`,
      label: `Export ${each.label}`,
      keywords,
      run: () => void save(each.form),
      refused: refused ?? each.refused ?? null,
    })),
  );
  return (
    <PopMenu
      align="right"
      trigger={(opens) => (
        <Button isSmall={isSmall} isBusy={busy} disabled={refused !== null} {...opens}>
          <IconDownload size={16} aria-hidden />
          Export
        </Button>
      )}
    >
      {forms.map(({ form, label, refused: why = null }) => (
        <MenuItem key={form} refused={why} onClick={() => void save(form)}>
          {label}
        </MenuItem>
      ))}
    </PopMenu>
  );
}
