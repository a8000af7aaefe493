"use client";

import { Button, Menu } from "@mantine/core";
import {
  IconBookmarkPlus,
  IconBookmarks,
  IconChevronDown,
  IconCopy,
  IconDownload,
  IconGridDots,
  IconScale,
  IconTools,
  IconUpload,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { usePageActions } from "@/components/ui/page-actions";
import { Refusable } from "@/components/ui/refusable";
import { useExport } from "./tools/use-export";
import { useQuotaList } from "./use-quota-list";

const ImportDialog = onDemand(async () => (await import("./tools/import-dialog")).ImportDialog, DialogFrame);
const InterlockDialog = onDemand(async () => (await import("./tools/interlock-dialog")).InterlockDialog, DialogFrame);
const SaveTemplateDialog = onDemand(
  async () => (await import("./tools/save-template-dialog")).SaveTemplateDialog,
  DialogFrame,
);
const ScaleDialog = onDemand(async () => (await import("./tools/scale-dialog")).ScaleDialog, DialogFrame);
const SurveyDialog = onDemand(async () => (await import("./tools/survey-dialog")).SurveyDialog, DialogFrame);
const TemplateDialog = onDemand(async () => (await import("./tools/template-dialog")).TemplateDialog, DialogFrame);

type DialogName = "interlock" | "import" | "survey" | "template" | "scale" | "save-template";

type Tool = { id: string; label: string; icon: ReactNode; keywords: string; refused: string | null; run: () => void };

/** What fills or takes out whole lists of quotas: one menu at the end of the grid's toolbar, and the palette. */
export function QuotaTools() {
  const { quotas, addRefusal, locked } = useQuotaList();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const exportTo = useExport();
  const none = quotas.length === 0 ? "There are no quotas." : null;
  const groups: Tool[][] = [
    [
      tool("interlock", "Build quotas…", <IconGridDots size={16} />, "interlock cells nested margins", addRefusal),
      tool("survey", "From another survey…", <IconCopy size={16} />, "copy take quotas", addRefusal),
      tool("template", "From a template…", <IconBookmarks size={16} />, "saved quotas rename delete", addRefusal),
      tool("import", "Import…", <IconUpload size={16} />, "file paste csv xlsx excel", locked),
    ],
    [
      tool("scale", "Scale all targets…", <IconScale size={16} />, "new total", locked ?? none),
      tool("save-template", "Save as template…", <IconBookmarkPlus size={16} />, "keep quotas", locked ?? none),
    ],
    (["csv", "xlsx"] as const).map((form) => ({
      id: `export-${form}`,
      label: `Export ${form.toUpperCase()}`,
      icon: <IconDownload size={16} />,
      keywords: "download file excel",
      refused: none,
      run: () => void exportTo(form),
    })),
  ];
  function tool(id: DialogName, label: string, icon: ReactNode, keywords: string, refused: string | null): Tool {
    return { id, label, icon, keywords, refused, run: () => setOpened(id) };
  }
  usePageActions(
    groups.flat().map(({ id, label, keywords, refused, run }) => ({
      id: `quotas-${id}`,
      label: `Quotas: ${label}`,
      keywords,
      refused,
      run,
    })),
  );
  const close = () => setOpened(null);
  return (
    <>
      <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTools size={14} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Quota tools
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {groups.map((tools, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups are always the same
            <div key={at}>
              {at > 0 && <Menu.Divider />}
              {tools.map(({ id, label, icon, refused, run }) => (
                <Refusable key={id} reason={refused}>
                  {(props) => (
                    <Menu.Item leftSection={icon} onClick={run} {...props}>
                      {label}
                    </Menu.Item>
                  )}
                </Refusable>
              ))}
            </div>
          ))}
        </Menu.Dropdown>
      </Menu>
      {opened === "interlock" && <InterlockDialog onClose={close} />}
      {opened === "survey" && <SurveyDialog onClose={close} />}
      {opened === "template" && <TemplateDialog onClose={close} />}
      {opened === "import" && <ImportDialog onClose={close} />}
      {opened === "scale" && <ScaleDialog onClose={close} />}
      {opened === "save-template" && <SaveTemplateDialog onClose={close} />}
    </>
  );
}
