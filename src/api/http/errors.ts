import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';
import {
  AppError,
  BUSINESS_ERRORS,
  type ErrorCode,
  type ErrorDetail,
  isBusinessError,
  STATUS_ERRORS,
} from '#contracts/errors.ts';
import { negotiateLang } from '#contracts/language.ts';
import { ERROR_PAGES } from '#contracts/paths.ts';
import { banEndValues } from '#i18n/format.ts';
import { type TranslationKey, translator } from '#i18n/translator.ts';
import { MAX_FAULTS_NAMED } from '#platform/limits.ts';
import { refusals } from '#platform/metrics.ts';
import { isUnavailable, StorageUnavailable } from '#platform/unavailable.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { countRefusal } from './refusal-log.ts';

/* The only conversion of errors into responses. */

const getErrorNumber = (code: ErrorCode): number =>
  isBusinessError(code) ? BUSINESS_ERRORS[code] : STATUS_ERRORS[code];

/** The error page for a browser that navigates to a call, such as the login (R2). */
async function renderErrorPage(c: ApiContext, status: number): Promise<Response | undefined> {
  if (c.req.method !== 'GET' || !c.req.header('accept')?.includes('text/html')) return undefined;
  const code = ERROR_PAGES.find((problem) => problem === status) ?? (status === 401 ? 403 : 500);
  const html = await c.var.deps.readErrorPage?.(
    code,
    negotiateLang(c.req.header('cookie'), c.req.header('accept-language')),
  );
  return html === undefined
    ? undefined
    : c.html(html, status as ContentfulStatusCode, c.var.deps.pageHeaders);
}

/** Adds what the error's text and clients need. */
function completeDetail(c: ApiContext, { code, detail }: AppError): ErrorDetail {
  if (code === 'verify' && Array.isArray(detail.payload))
    return { ...detail, values: { words: detail.payload.join(','), ...detail.values } };
  const until = code === 'banned' ? c.var.actor?.ban?.until : undefined;
  if (!until) return detail;
  const { TIME_ZONE: zone } = c.var.deps.env;
  return {
    payload: { until: until.toISOString(), time_zone: zone },
    values: banEndValues(c.var.lang ?? 'zh', until, zone),
  };
}

async function sendError(c: ApiContext, error: AppError): Promise<Response> {
  const { code, detail } = error;
  refusals.inc({ code });
  countRefusal(c.var.deps.log, code, {
    requestId: c.var.requestId,
    method: c.req.method,
    path: c.req.path,
    right: c.var.right,
    userId: c.var.actor?.userId,
    via: c.var.actor?.via,
    ip: c.var.ip,
  });
  const { payload, values } = completeDetail(c, error);
  const body = {
    code: getErrorNumber(code),
    msg: translator(c.var.lang ?? 'zh')(`error.${code}` as TranslationKey, values as never),
    err_code: code,
    ...(payload === undefined ? {} : { err_payload: payload }),
    ...(values === undefined ? {} : { err_values: values }),
  };
  if (detail.retryAfter) c.header('retry-after', String(Math.ceil(detail.retryAfter)));
  const status = isBusinessError(code) ? 200 : STATUS_ERRORS[code];
  const htmlResponse = status === 200 ? undefined : await renderErrorPage(c, status);
  return htmlResponse ?? c.json(body, status as ContentfulStatusCode);
}

/** Retry-After in seconds of a call that failed because of the database. */
const RETRY_AFTER_SECONDS = 5;
const OUTAGE_LOG_INTERVAL_MS = 1_000;

/** In an outage every request fails: logs the number of failures once a second. */
const outageLog = {
  loggedAtMs: Number.NEGATIVE_INFINITY,
  count: 0,
  isLogDue(): boolean {
    if (performance.now() - this.loggedAtMs < OUTAGE_LOG_INTERVAL_MS) {
      this.count++;
      return false;
    }
    this.loggedAtMs = performance.now();
    return true;
  },
  takeUnloggedCount(): number {
    const { count } = this;
    this.count = 0;
    return count;
  },
};

/** Error codes for the framework's own errors. */
const CODE_OF_STATUS: Record<number, ErrorCode> = { 413: 'tooLarge', 415: 'unsupported' };

export const handleError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof AppError) return sendError(c, error);
  if (error instanceof HTTPException && error.status < 500)
    return sendError(
      c,
      new AppError(CODE_OF_STATUS[error.status] ?? 'malformed', { values: { field: 'body' } }),
    );
  const isOutage = isUnavailable(error);
  const logFields = {
    err: error,
    requestId: c.var.requestId,
    method: c.req.method,
    path: c.req.path,
  };
  if (!isOutage) (c.var.log ?? c.var.deps.log).error(logFields, 'unexpected error');
  else if (outageLog.isLogDue())
    (c.var.log ?? c.var.deps.log).error(
      { ...logFields, unsaid: outageLog.takeUnloggedCount() },
      error instanceof StorageUnavailable ? 'the storage is away' : 'the database is away',
    );
  return sendError(
    c,
    isOutage
      ? new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
      : new AppError('internal'),
  );
};

export const handleNotFound: NotFoundHandler<ApiEnv> = (c) =>
  sendError(c, new AppError('notFound'));

/** Turns a schema error into 400, naming the field. */
export function throwIfInvalid(result: { success: boolean; error?: ZodError }): void {
  if (result.success) return;
  const issues = result.error?.issues ?? [];
  throw new AppError('malformed', {
    values: { field: issues[0]?.path.join('.') || 'body' },
    payload: issues
      .slice(0, MAX_FAULTS_NAMED)
      .map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  });
}
