import { declaredPathAt } from "@/lib/contracts/operations";

/** The first part of a page's address, as folders under `app` name them; a test compares. */
export const PAGES: readonly string[] = [
  ...["answers", "audit", "checks", "duplicates", "pivots", "projects", "questions", "settings", "sign-in"],
  ...["suppliers", "surveys", "trends", "forgot-password", "set-password"],
];

const HEALTH = new Set(["/api/health", "/api/health/live", "/api/health/ready", "/api/metrics"]);

/**
 * The route of a request, for counting: an address as it is declared. It never holds a part of what was asked, which
 * may be an id, a key or anything that somebody made up.
 */
export function routeLabel(target: string): string {
  const path = target.split("?")[0] ?? "";
  const [, first = "", second = ""] = path.split("/");
  if (first === "") return "/";
  if (first === "_next") return "static";
  if (HEALTH.has(path)) return path;
  if (first === "enter") return "/enter/{surveyId}";
  if (first === "return") return "/return/{outcome}";
  if (first === "api" && second === "auth") return "/api/auth";
  if (first === "api" || first === "service") {
    if (path.endsWith("/openapi.json")) return "/service/openapi.json";
    return declaredPathAt(path) ?? `/${first} (unknown)`;
  }
  return PAGES.includes(first) ? `/${first}` : "other";
}

const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);

/** A method that is none is anybody's word. */
export const methodLabel = (method: string | undefined): string => (METHODS.has(method ?? "") ? `${method}` : "other");
