/** HTTP 200, this `code` and the key as `err_code`; texts below `error.` in the dictionaries. */
export const BUSINESS_ERRORS = {
  verify: 1,
  repeat: 2,
  captcha: 3,
  closed: 4,
  length: 5,
  limit: 6,
  expired: 7,
  voted: 8,
  reported: 9,
  refused: 20,
  taken: 21,
  renamed: 22,
  standing: 23,
  nameScripts: 24,
  nameReserved: 25,
  newcomerLinks: 26,
  lastAdministrator: 27,
  leaving: 28,
  exported: 29,
  nameKept: 30,
  editExpired: 31,
  banned: 4000,
} as const;
export type BusinessError = keyof typeof BUSINESS_ERRORS;

/** Other errors by HTTP status. Keys below `error.` in the dictionaries. */
export const STATUS_ERRORS = {
  malformed: 400,
  unauthenticated: 401,
  loginAgain: 401,
  forbidden: 403,
  outranked: 403,
  moderatorsOnly: 403,
  loginUnproven: 403,
  csrf: 403,
  notFound: 404,
  notAcceptable: 406,
  merged: 406,
  conflict: 409,
  notEmpty: 409,
  inUse: 409,
  tooLarge: 413,
  tooComplex: 413,
  pixels: 413,
  undecodable: 413,
  unsupported: 415,
  heic: 415,
  svg: 415,
  animationFormat: 415,
  damaged: 415,
  tooMany: 429,
  newcomerLimit: 429,
  slowMode: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type StatusError = keyof typeof STATUS_ERRORS;
/**
 * Errors only in browsers. captchaAway: no captcha server answers, like a 502 (R32); animation: too
 * large, and can't be shrunk (R33).
 */
export type BrowserError = 'captchaAway' | 'animation';
export type ErrorCode = BusinessError | StatusError;

export interface ErrorDetail {
  /** Sent as err_payload. */
  payload?: unknown;
  /** Placeholders of the message; `context` selects a variant, as in i18next. */
  values?: Record<string, string | number>;
  /** Sent as Retry-After, in seconds. */
  retryAfter?: number;
  cause?: unknown;
}

/** Thrown on purpose; other errors are bugs and return 500. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(code, { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }
}

export const isBusinessError = (code: ErrorCode): code is BusinessError => code in BUSINESS_ERRORS;
