import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';
import {
  AppError,
  BUSINESS_ERRORS,
  type ErrorCode,
  isBusinessError,
  STATUS_ERRORS,
} from '#contracts/errors.ts';
import { negotiateLang } from '#contracts/language.ts';
import { FAULTS_NAMED_MAX } from '#contracts/limits.ts';
import { PROBLEMS } from '#contracts/paths.ts';
import { type Key, translator } from '#i18n/translate.ts';
import { isUnavailable, StorageUnavailable } from '#platform/unavailable.ts';
import type { ApiEnv, Ctx } from './context.ts';
import { countRefusal } from './refusals.ts';

/* The one place where errors become replies. */

const numberOf = (code: ErrorCode): number =>
  isBusinessError(code) ? BUSINESS_ERRORS[code] : STATUS_ERRORS[code];

/** A browser that was sent to a call itself, as logging in does, is shown a page (R2), not JSON. */
async function page(c: Ctx, status: number): Promise<Response | undefined> {
  if (c.req.method !== 'GET' || !c.req.header('accept')?.includes('text/html')) return undefined;
  const code = PROBLEMS.find((one) => one === status) ?? (status === 401 ? 403 : 500);
  const html = await c.var.deps.problemPage?.(
    code,
    negotiateLang(c.req.header('cookie'), c.req.header('accept-language')),
  );
  return html === undefined
    ? undefined
    : c.html(html, status as ContentfulStatusCode, c.var.deps.pageHeaders);
}

async function render(c: Ctx, error: AppError): Promise<Response> {
  const { code, detail } = error;
  countRefusal(c.var.deps.log, code);
  const values =
    code === 'verify' && Array.isArray(detail.payload)
      ? { words: detail.payload.join(','), ...detail.values }
      : detail.values;
  const body = {
    code: numberOf(code),
    msg: translator(c.var.lang ?? 'zh')(`error.${code}` as Key, values as never),
    err_code: code,
    ...(detail.payload === undefined ? {} : { err_payload: detail.payload }),
  };
  if (detail.retryAfter) c.header('retry-after', String(Math.ceil(detail.retryAfter)));
  const status = isBusinessError(code) ? 200 : STATUS_ERRORS[code];
  const shown = status === 200 ? undefined : await page(c, status);
  return shown ?? c.json(body, status as ContentfulStatusCode);
}

/** Seconds after which what failed for the database’s sake is worth another try. */
const DATABASE_RETRY = 5;
/** Milliseconds between two lines of the log that say so. */
const OUTAGE_LOG_MS = 1_000;

/**
 * While the database is away every request fails of the same: it is told once a second, with how
 * many weren't told.
 */
const outage = {
  saidAt: Number.NEGATIVE_INFINITY,
  count: 0,
  isNews(): boolean {
    if (performance.now() - this.saidAt < OUTAGE_LOG_MS) {
      this.count++;
      return false;
    }
    this.saidAt = performance.now();
    return true;
  },
  unsaid(): number {
    const { count } = this;
    this.count = 0;
    return count;
  },
};

/** What the framework's own refusals mean. */
const BY_STATUS: Record<number, ErrorCode> = { 413: 'tooLarge', 415: 'unsupported' };

export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof AppError) return render(c, error);
  if (error instanceof HTTPException && error.status < 500)
    return render(
      c,
      new AppError(BY_STATUS[error.status] ?? 'malformed', { values: { field: 'body' } }),
    );
  const away = isUnavailable(error);
  const told = { err: error, requestId: c.var.requestId, method: c.req.method, path: c.req.path };
  if (!away) (c.var.log ?? c.var.deps.log).error(told, 'unexpected error');
  else if (outage.isNews())
    (c.var.log ?? c.var.deps.log).error(
      { ...told, unsaid: outage.unsaid() },
      error instanceof StorageUnavailable ? 'the storage is away' : 'the database is away',
    );
  return render(
    c,
    away ? new AppError('unavailable', { retryAfter: DATABASE_RETRY }) : new AppError('internal'),
  );
};

export const notFound: NotFoundHandler<ApiEnv> = (c) => render(c, new AppError('notFound'));

/** What doesn't fit a schema: 400, naming the field. */
export function onInvalid(result: { success: boolean; error?: ZodError }): void {
  if (result.success) return;
  const issues = result.error?.issues ?? [];
  throw new AppError('malformed', {
    values: { field: issues[0]?.path.join('.') || 'body' },
    payload: issues
      .slice(0, FAULTS_NAMED_MAX)
      .map((one) => ({ field: one.path.join('.'), message: one.message })),
  });
}
