"use client";

import { createContext, type ReactNode, useContext } from "react";
import { type Format, type FormatSettings, formatFor, usualSettings } from "@/lib/tables/format";

const SettingsContext = createContext<FormatSettings>(usualSettings);

/** Everything below shows figures and times as this person chose. */
export function FormatProvider({ settings, children }: { settings: FormatSettings; children: ReactNode }) {
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export const useFormat = (): Format => formatFor(useContext(SettingsContext));
