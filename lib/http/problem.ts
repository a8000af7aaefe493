/**
 * The one error of the product. `message` may be shown to a person and says what to do; anything that is not
 * an AppError is logged and becomes a fixed sentence.
 */
export const problemStatus = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  /** The thing changed since the caller read it, or the same request is being carried out. */
  conflict: 412,
  /** Wait and repeat: a rate limit. */
  busy: 429,
  /** A write was sent and it cannot be known whether it happened. */
  uncertain: 502,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatus;

/** Field path ("respondent_attributes.0.quota") to one sentence. */
export type FieldProblems = Record<string, string>;

type Details = {
  fields?: FieldProblems;
  /** Where HTTP has a more exact status for the same code: 405, 413, 415, 409, 504. */
  status?: number;
  headers?: Record<string, string>;
  cause?: unknown;
  /** The service that was called refused it, and keeps the trace of that. */
  byService?: boolean;
};

export class AppError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: FieldProblems | undefined;
  readonly headers: Record<string, string>;
  readonly byService: boolean;

  constructor(code: ProblemCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.status = details.status ?? problemStatus[code];
    this.fields = details.fields;
    this.headers = details.headers ?? {};
    this.byService = details.byService ?? false;
  }

  /** After how long to repeat it, where the answer says so. */
  get retryAfterMs(): number | null {
    const seconds = Number(this.headers["retry-after"] ?? Number.NaN);
    return seconds > 0 ? seconds * 1000 : null;
  }
}

/**
 * Whether a creation tried again after this failure is the same one, by its key: nothing was said of how it ended. One
 * that was refused is another when it is corrected; after "uncertain" the person was told to look for it first.
 */
export const isSameCreation = (error: unknown): boolean => !(error instanceof AppError) || error.code === "unavailable";

export const UNEXPECTED = "Our server experienced an unexpected error.";

export const unauthorized = () => new AppError("unauthenticated", "Unauthorized.");

export const methodNotAllowed = (allow: string, message = "This method is not supported here.") =>
  new AppError("invalid", message, { status: 405, headers: { allow } });

export const tooManyRequests = (retryAfterMs: number) =>
  new AppError("busy", "Too many requests. Please try again later.", {
    headers: { "retry-after": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
  });
