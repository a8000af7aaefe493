"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { linksQuery } from "@/lib/duplicates/queries";

/** What there is to know of the duplicate check behind a connection. */
export type Service = {
  /** Somebody else's: routes of its own, and numbers that may differ from survey ids. */
  isRemote: boolean;
  /** Keeps what each call changed, so that exactly that is reversed. */
  isExact: boolean;
};

type Known = Service & {
  /** Where a survey opens; null: its number does not say which one it is. */
  hrefOf: (number: string) => string | null;
};

const surveyHref = (id: string) => `/surveys/${encodeURIComponent(id)}`;

const ServiceContext = createContext<Known>({ isRemote: false, isExact: true, hrefOf: surveyHref });

type Props = {
  service: Service /** Links of numbers are for who may switch. */;
  readsLinks: boolean;
  children: ReactNode;
};

export function ServiceProvider({ service, readsLinks, children }: Props) {
  const { data: links } = useQuery({ ...linksQuery(), enabled: service.isRemote && readsLinks });
  const hrefOf = (number: string) => {
    if (!service.isRemote) return surveyHref(number);
    // Without the links a number may stand for another survey than the one of that id.
    if (!links) return null;
    return surveyHref(links.find(({ survey_number }) => survey_number === number)?.survey_id ?? number);
  };
  return <ServiceContext value={{ ...service, hrefOf }}>{children}</ServiceContext>;
}

export const useService = (): Known => useContext(ServiceContext);
