import type { ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';
import { AppError, BUSINESS_ERRORS, type ErrorCode, isBusinessError, STATUS_ERRORS } from '#contracts/errors.ts';
import { negotiateLang } from '#contracts/language.ts';
import { PROBLEMS } from '#contracts/paths.ts';
import { type Key, translator } from '#i18n/translate.ts';
import type { ApiEnv, Ctx } from './context.ts';

/* The one place where errors become replies. */

const numberOf = (code: ErrorCode): number => (isBusinessError(code) ? BUSINESS_ERRORS[code] : STATUS_ERRORS[code]);

/** A browser that was sent to a call itself, as logging in does, is shown a page (R2), not JSON. */
async function page(c: Ctx, status: number): Promise<Response | undefined> {
  if (c.req.method !== 'GET' || !c.req.header('accept')?.includes('text/html')) return undefined;
  const code = PROBLEMS.find((one) => one === status) ?? (status === 401 ? 403 : 500);
  const html = await c.var.deps.problemPage?.(code, negotiateLang(c.req.header('cookie'), c.req.header('accept-language')));
  return html === undefined ? undefined : c.html(html, status as ContentfulStatusCode);
}

async function render(c: Ctx, error: AppError): Promise<Response> {
  const { code, detail } = error;
  const values = code === 'verify' && Array.isArray(detail.payload) ? { words: detail.payload.join(','), ...detail.values } : detail.values;
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

/** Databases that are away, and pools that are exhausted, are "try again later", not bugs. */
const unreachable = (error: Error): boolean => /^(ECONNREFUSED|ECONNRESET|57P01|57P03|53300)$/.test(String((error as { code?: unknown }).code ?? '')) || /timeout exceeded when trying to connect|Connection terminated/.test(error.message);

export const onError: ErrorHandler<ApiEnv> = (error, c) => {
  if (error instanceof AppError) return render(c, error);
  if (error instanceof HTTPException && error.status < 500) return render(c, new AppError(error.status === 413 ? 'tooLarge' : 'malformed', { values: { field: 'body' } }));
  const away = unreachable((error.cause as Error | undefined) ?? error);
  (c.var.log ?? c.var.deps.log).error({ err: error, requestId: c.var.requestId, method: c.req.method, path: c.req.path }, away ? 'the database is away' : 'unexpected error');
  return render(c, away ? new AppError('unavailable', { retryAfter: 5 }) : new AppError('internal'));
};

export const notFound: NotFoundHandler<ApiEnv> = (c) => render(c, new AppError('notFound'));

/** What doesn't fit a schema: 400, naming the field. */
export function onInvalid(result: { success: boolean; error?: ZodError }): void {
  if (result.success) return;
  const issue = result.error?.issues[0];
  throw new AppError('malformed', { values: { field: issue?.path.join('.') || 'body' }, payload: result.error?.issues.map((one) => ({ field: one.path.join('.'), message: one.message })) });
}
