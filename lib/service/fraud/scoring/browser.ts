import { isbot } from "isbot";
import type { CheckResult } from "@/lib/contracts/terms/fraud";
import { found, notChecked, nothingFound } from "./checked";

/** What a browser says of itself; null: nothing. */
export type Browser = {
  agent: string | null;
  /** As the page reads it, or as the browser sends it along. */
  platform: string | null;
  sendsMobile: boolean | null;
  touchPoints: number | null;
  isDriven: boolean | null;
  hasDeveloperTools: boolean | null;
};

/**
 * Programs that name themselves, or browsers without a name.
 *
 * Source: `isbot`'s list of agents. Limits: who takes the name of a browser is not found here.
 */
export function scoreCrawler({ agent }: Browser): CheckResult {
  if (agent === null) return notChecked;
  if (agent.trim() === "") return found(60, "The browser does not say what it is");
  return isbot(agent) ? found(90, "The browser names itself as a program") : nothingFound;
}

/**
 * Browsers that a program steers.
 *
 * Source: `navigator.webdriver` of the WebDriver standard. Limits: programs can hide it.
 */
export function scoreAutomation({ isDriven }: Browser): CheckResult {
  if (isDriven === null) return notChecked;
  return isDriven ? found(95, "The browser says that a program steers it") : nothingFound;
}

/**
 * Developer tools that are open beside the survey.
 *
 * Source: the page compares the window's size with what is shown of it. Limits: undocked tools are not seen, and side
 * bars of some browsers look alike, so that it only just fails.
 */
export function scoreDeveloperTools({ hasDeveloperTools }: Browser): CheckResult {
  if (hasDeveloperTools === null) return notChecked;
  return hasDeveloperTools ? found(60, "Developer tools seem to be open") : nothingFound;
}

const emulators = /\b(?:sdk_gphone|google_sdk|Android SDK built for|Genymotion|BlueStacks|LDPlayer|MuMu|NoxPlayer)/i;

type System = "phone" | "desktop";

function systemOfAgent(agent: string): "Android" | "iOS" | null {
  if (/\bAndroid\b/.test(agent)) return "Android";
  return /\b(?:iPhone|iPad|iPod)\b/.test(agent) ? "iOS" : null;
}

/** Of `navigator.platform` or the client hint; null: either. Android says Linux, with the name of its processor. */
function systemOfPlatform(platform: string): System | null {
  if (/^(?:Win|Mac|CrOS|Chrome OS)|x86_64|i[36]86/i.test(platform)) return "desktop";
  return /^(?:iP|iOS|Android)|arm|aarch64/i.test(platform) ? "phone" : null;
}

/**
 * Emulated phones: agents of known emulators, and a phone's agent on what is no phone by its platform, touch or hints.
 *
 * Source: our rules. Limits: only phones and tablets are looked at, because people ask for the desktop's version of a
 * page on theirs; whoever makes all signs agree is not found.
 */
export function scoreEmulator({ agent, platform, sendsMobile, touchPoints }: Browser): CheckResult {
  if (agent === null) return notChecked;
  const named = emulators.exec(agent)?.[0];
  if (named) return found(90, `The browser names an emulator: ${named}`);
  const system = systemOfAgent(agent);
  if (platform === null && sendsMobile === null && touchPoints === null) return notChecked;
  if (system === null) return nothingFound;
  const against = [
    platform !== null && systemOfPlatform(platform) === "desktop" && `the platform ${platform}`,
    touchPoints === 0 && "no touch screen",
    sendsMobile === false && /\bMobile\b/.test(agent) && "a hint that it is no phone",
  ].filter((sign) => sign !== false);
  if (against.length === 0) return nothingFound;
  return found(against.length > 1 ? 90 : 70, `An agent of ${system} with ${against.join(" and ")}`);
}
