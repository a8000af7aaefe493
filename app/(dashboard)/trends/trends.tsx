"use client";

import { TrendsPage } from "@/components/trends/trends-page";
import { ViewBar } from "@/components/views/view-bar";
import type { Role } from "@/lib/contracts/rules/permissions";
import { trendParsers } from "@/lib/trends/address";

type Props = { role: Role; accounts: { id: string; name: string }[] };

/** The trends with the bar of their saved views. */
export const Trends = ({ role, accounts }: Props) => (
  <TrendsPage role={role} views={<ViewBar list="trends" parsers={trendParsers} accounts={accounts} />} />
);
