import { type ReactNode, useState } from "react";
import type { Derive } from "./field-list";
import type { Builder } from "./use-builder";

/** A form over the page that makes a question of another one. */
export type DeriveOf = (asked: {
  project: string;
  form: "nets" | "bands";
  of: string;
  onAdded: (id: string) => void;
  onClose: () => void;
}) => ReactNode;

type Asked = Parameters<NonNullable<Derive>>[0] & {
  /** The new question takes the place of the one that it is made of. */
  isOfTable: boolean;
};

/** Nets and bands made from the list of fields and from the table, where `derive` is there for whoever looks. */
export function useDerive(project: string, derive: DeriveOf | null, builder: Builder) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const from = (isOfTable: boolean): Derive => derive && ((what) => setAsked({ ...what, isOfTable }));
  const close = () => {
    setAsked(null);
    asked?.leave();
  };
  const added = (id: string) => {
    if (asked?.isOfTable) builder.replace(asked.of, id, id);
    else builder.say(`${id} is among the fields.`);
    close();
  };
  const { form, of } = asked ?? {};
  return {
    form: derive && form && of !== undefined ? derive({ project, form, of, onAdded: added, onClose: close }) : null,
    fromList: from(false),
    fromTable: from(true),
  };
}
