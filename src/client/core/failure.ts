import {
  type BrowserError,
  BUSINESS_ERRORS,
  type ErrorCode,
  STATUS_ERRORS,
} from '#contracts/errors.ts';
import { ERROR_PAGES, type ErrorPageCode } from '#contracts/paths.ts';

/** A failed call: an HTTP error, a broken rule, or no answer. */
export class Failure extends Error {
  override name = 'Failure';
  /** The HTTP status; 200 for a broken rule, 0 without an answer. */
  readonly status: number;
  readonly code: ErrorCode | BrowserError;
  readonly payload: unknown;
  /** Placeholders of the error's text. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Earliest time of another attempt, in ms since 1970. */
  readonly retryAt: number | undefined;

  constructor(
    status: number,
    code: ErrorCode | BrowserError,
    {
      text = '',
      payload,
      values = {},
      retryAt,
      cause,
    }: {
      text?: string;
      payload?: unknown;
      values?: Failure['values'] | undefined;
      retryAt?: number | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(text || code, { cause });
    this.status = status;
    this.code = code;
    this.payload = payload;
    this.values = values;
    this.retryAt = retryAt;
  }

  /** Whether the API is unreachable: no network, or the proxy reaches no server. */
  get isApiDown(): boolean {
    if (this.code === 'captchaAway') return false; // the provider's servers are down, not the API
    return this.status === 0 || (this.status >= 502 && this.status <= 504);
  }

  /** The error view (R18); none for a token that a reload fixes, or a merged thread. */
  get errorPage(): ErrorPageCode | undefined {
    if (this.isApiDown || ['csrf', 'merged', 'captchaAway'].includes(this.code)) return undefined;
    return (
      ERROR_PAGES.find((page) => page === this.status) ?? (this.status >= 500 ? 500 : undefined)
    );
  }
}

interface Envelope {
  code?: unknown;
  msg?: unknown;
  err_code?: unknown;
  err_payload?: unknown;
  err_values?: Failure['values'];
}

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' &&
  (Object.hasOwn(BUSINESS_ERRORS, code) || Object.hasOwn(STATUS_ERRORS, code));

function codeOf(status: number, { code, err_code }: Envelope): ErrorCode {
  if (isErrorCode(err_code)) return err_code;
  const named = (codes: Readonly<Record<string, number>>, number: unknown) =>
    Object.keys(codes).find((name) => codes[name] === number) as ErrorCode | undefined;
  return (
    (status < 400 ? named(BUSINESS_ERRORS, code) : named(STATUS_ERRORS, status)) ??
    (status < 400 ? 'malformed' : 'internal')
  );
}

/** Retry-After is in seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? Date.now() + seconds * 1_000 : Date.parse(header);
  return Number.isNaN(at) ? undefined : at;
}

/** The answer's failure; undefined for a success. */
export function parseFailure(status: number, body: unknown, headers: Headers): Failure | undefined {
  const envelope = (typeof body === 'object' && body !== null ? body : {}) as Envelope;
  const isBusinessError =
    Boolean(envelope.err_code) ||
    (typeof envelope.code === 'number' && envelope.code !== 0 && 'msg' in envelope);
  if (status < 400 && !isBusinessError) return undefined;
  const text = typeof envelope.msg === 'string' ? envelope.msg : '';
  return new Failure(status, codeOf(status, envelope), {
    text,
    payload: envelope.err_payload,
    values: envelope.err_values,
    retryAt: parseRetryAfter(headers.get('retry-after')),
  });
}

/** Whether the refusal is because an earlier attempt with the same key succeeded. */
export const isSentBefore = ({ code, payload }: Failure): boolean =>
  code === 'repeat' && (payload as { same_key?: number } | undefined)?.same_key === 1;
