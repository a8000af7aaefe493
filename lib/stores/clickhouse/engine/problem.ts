/** An error as a ClickHouse server tells it: `Code: 62. DB::Exception: … (SYNTAX_ERROR)`, which its clients take apart. */
export class EngineError extends Error {
  readonly code: number;

  constructor(code: number, type: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message} (${type})`);
    this.name = "EngineError";
    this.code = code;
  }
}

export const wrongKey = () => new EngineError(516, "AUTHENTICATION_FAILED", "The user or the password is wrong.");

export const notSupported = (what: string) =>
  new EngineError(344, "SUPPORT_IS_DISABLED", `The embedded engine does not know ${what}.`);

const INTERNAL = 1002; // what a server calls an exception that is none of its own

/** The number of a ClickHouse exception, whether ours or the engine's; 1002 for any other error. */
export function exceptionCode(error: unknown): number {
  if (error instanceof EngineError) return error.code;
  const code = error instanceof Error ? /^Code: (\d+)\./.exec(error.message)?.[1] : undefined;
  return code ? Number(code) : INTERNAL;
}

export function exceptionText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return exceptionCode(error) === INTERNAL
    ? `Code: ${INTERNAL}. DB::Exception: ${message} (UNKNOWN_EXCEPTION)`
    : message;
}

/** As a server chooses them; every other exception is 500. */
const statuses: Record<number, number> = {
  6: 400, // CANNOT_PARSE_TEXT
  27: 400, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
  36: 400, // BAD_ARGUMENTS
  46: 404, // UNKNOWN_FUNCTION
  47: 404, // UNKNOWN_IDENTIFIER
  53: 400, // TYPE_MISMATCH
  60: 404, // UNKNOWN_TABLE
  62: 400, // SYNTAX_ERROR
  81: 404, // UNKNOWN_DATABASE
  115: 404, // UNKNOWN_SETTING
  159: 408, // TIMEOUT_EXCEEDED
  307: 413, // TOO_MANY_BYTES
  344: 501, // SUPPORT_IS_DISABLED
  516: 401, // AUTHENTICATION_FAILED
};

export const statusOf = (code: number): number => statuses[code] ?? 500;
