"use client";

import { DeckMenu } from "@/components/charts/deck-menu";
import { saveFile } from "@/components/ui/save-file";
import { SaveMenu } from "@/components/ui/save-menu";
import { useFormat } from "@/components/ui/use-format";
import type { TrendQuestion, TrendRow } from "@/lib/charts/prepare-trend";
import { shortened } from "@/lib/contracts/rules/shortened";
import { whenNeeded } from "@/lib/http/when-needed";
import type { TableColumn } from "@/lib/tables/column";
import { readLook } from "@/lib/tables/slide-templates";
import { tableForms } from "@/lib/tables/table-forms";
import { usualLook } from "@/lib/tables/usual-look";
import type { TrendLine } from "@/lib/trends/lines";
import type { Told } from "@/lib/trends/remarks";
import type { TrendForm, TrendLook } from "./trend-file";

const loadFile = whenNeeded(() => import("./trend-file"));

type Props = {
  /** Its id; null: none is chosen. */
  project: string | null;
  questions: TrendQuestion[];
  lines: readonly TrendLine[];
  columns: TableColumn<TrendRow>[];
  /** What is shown: project and range, filters, weight, tests. */
  told: Told;
  look: TrendLook;
  /** Another trend is asked for than the one that is shown. */
  isOld: boolean;
};

const forms: readonly { form: TrendForm; label: string }[] = [
  { form: "png", label: "PNG picture" },
  { form: "svg", label: "SVG picture" },
  { form: "pptx", label: "PPTX with charts to edit" },
  ...tableForms,
];

/** The trend as a file, as it is shown: zoomed, compared, by its zone. */
export function TrendExport({ project, isOld, ...shown }: Props) {
  const { questions } = shown;
  const format = useFormat();
  const save = async (form: TrendForm) => {
    const name = questions.length === 1 ? shortened(questions[0]?.title ?? "trend", 80) : "trends";
    const [{ trendFile }, look] = await Promise.all([
      loadFile(),
      form === "pptx" ? readLook(project ?? "") : usualLook,
    ]);
    saveFile(await trendFile(form, { ...shown, format }, look), `${name}.${form.slice(0, 4).replace("-", "")}`);
  };
  const refused = questions.length === 0 ? "There is nothing to export yet." : isOld ? BEING_READ : null;
  return (
    <>
      <DeckMenu
        project={project}
        slides={async () => (await loadFile()).trendSlides({ ...shown, format })}
        refused={refused}
      />
      <SaveMenu
        forms={forms}
        onSave={save}
        refused={refused}
        keywords="download file picture excel powerpoint slides"
      />
    </>
  );
}

const BEING_READ = "The trend is being read. Export it when it is there.";
