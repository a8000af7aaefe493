import "server-only";
import type { BuiltInQuestion } from "@/lib/contracts/interfaces/demand";
import type { Outcome } from "@/lib/contracts/terms/fielding";
import { type RespondentLanguage, type RespondentProblem, respondentWords } from "./respondent-words";

/**
 * Pages for respondents, as whole documents: no script, nothing to load, no cookie, a few kilobytes. They work on any
 * device, by keyboard and by touch, in light and dark.
 */

/** Of one page: the language it is in, and the nonce that lets its style in. */
type Setting = { language: RespondentLanguage; nonce: string; isTest: boolean };

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const style = `
:root { color-scheme: light dark; --text: #1f2328; --soft: #57606a; --line: #8c959f; --page: #f6f8fa; --card: #fff; --go: #0550ae; --wrong: #b42318 }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #a9b4c0; --line: #6e7681; --page: #0d1117; --card: #161b22; --go: #1f6feb; --wrong: #ff8f85 } }
* { box-sizing: border-box }
body { margin: 0; font: 17px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page) }
main { max-width: 36rem; margin: 0 auto; padding: 24px 16px 48px }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 16px 0 8px }
p { margin: 0 0 16px; color: var(--soft) }
.test { margin: 0; padding: 8px 16px; text-align: center; color: #fff; background: #6e3a00 }
fieldset, .question { border: 0; margin: 0 0 16px; padding: 16px; background: var(--card); border-radius: 8px; min-width: 0 }
legend, .question > label { display: block; padding: 0; margin: 0 0 12px; font-weight: 600 }
legend { float: left; width: 100% }
legend + * { clear: both }
.option { display: flex; align-items: center; gap: 12px; min-height: 48px; padding: 4px 12px; margin-top: 8px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer }
.option input { width: 22px; height: 22px; flex: none; margin: 0 }
input[type=number], select { width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 8px }
button { width: 100%; min-height: 52px; font: inherit; font-weight: 600; color: #fff; background: var(--go); border: 0; border-radius: 8px; cursor: pointer }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px }
.option:has(:checked) { border-color: var(--go); box-shadow: inset 0 0 0 1px var(--go) }
input[aria-invalid], select[aria-invalid], [aria-invalid] .option { border-color: var(--wrong) }
.wrong { margin: 0 0 8px; color: var(--wrong); font-weight: 600; clear: both }
`;

function page({ language, nonce, isTest }: Setting, title: string, content: string): string {
  const test = isTest ? `<p class="test" role="note">${escaped(respondentWords[language].test)}</p>` : "";
  return `<!doctype html>
<html lang="${language.toLowerCase()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${style}</style>
</head>
<body>
${test}<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

/** The page of an end whose supplier has no link for it. */
export function endPage(setting: Setting, outcome: Outcome): string {
  const { title, text } = respondentWords[setting.language].ends[outcome];
  return page(setting, title, `<p>${escaped(text)}</p>`);
}

export function problemPage(setting: Setting, problem: RespondentProblem): string {
  const { title, text } = respondentWords[setting.language].problems[problem];
  return page(setting, title, `<p>${escaped(text)}</p>`);
}

export type ScreenerQuestion = Pick<BuiltInQuestion, "id" | "text" | "options" | "type"> & {
  /** What was wrong with the answer that came. */
  problem: "unanswered" | "age" | null;
};

export type Screener = {
  /** Path of the form. */
  action: string;
  /** What came with the address and goes on with the answers. */
  kept: readonly (readonly [name: string, value: string])[];
  questions: readonly ScreenerQuestion[];
};

/** More options than these become a list that opens. */
const MOST_BUTTONS = 8;

/** Asks what is missing, and nothing else. */
export function screenerPage(setting: Setting, { action, kept, questions }: Screener): string {
  const { screener } = respondentWords[setting.language];
  const hidden = kept.map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`);
  const asked = questions.map((question) => questionOf(setting, question));
  return page(
    setting,
    screener.title,
    `<p>${escaped(screener.text)}</p>
<form method="get" action="${escaped(action)}">
${hidden.join("\n")}
${asked.join("\n")}
<button>${escaped(screener.submit)}</button>
</form>`,
  );
}

function questionOf(setting: Setting, question: ScreenerQuestion): string {
  const { screener } = respondentWords[setting.language];
  const name = `q${question.id}`;
  const said = question.problem ? `<p class="wrong" id="${name}-wrong">${escaped(screener[question.problem])}</p>` : "";
  const described = question.problem ? ` aria-describedby="${name}-wrong" aria-invalid="true"` : "";
  const label = `<label for="${name}">${escaped(question.text)}</label>`;
  if (question.type === "numeric") {
    const ids = question.options.map(({ id }) => id);
    const limits = `min="${Math.min(...ids)}" max="${Math.max(...ids)}"`;
    const field = `<input type="number" inputmode="numeric" id="${name}" name="${name}" ${limits} required${described}>`;
    return `<div class="question">${label}${said}${field}</div>`;
  }
  if (question.options.length > MOST_BUTTONS) {
    const options = question.options.map(({ id, text }) => `<option value="${id}">${escaped(text)}</option>`);
    const first = `<option value="">${escaped(screener.choose)}</option>`;
    const field = `<select id="${name}" name="${name}" required${described}>${first}${options.join("")}</select>`;
    return `<div class="question">${label}${said}${field}</div>`;
  }
  const buttons = question.options.map(
    ({ id, text }) =>
      `<label class="option"><input type="radio" name="${name}" value="${id}" required>${escaped(text)}</label>`,
  );
  return `<fieldset${described}><legend>${escaped(question.text)}</legend>${said}${buttons.join("")}</fieldset>`;
}
