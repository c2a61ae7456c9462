import type { IncomingMessage } from 'node:http';
import { AppError } from '#contracts/errors.ts';
import { type Lang, negotiateLang } from '#contracts/language.ts';
import {
  type ErrorPageCode,
  errorPagePath,
  parsePath,
  type Root,
  rootOf,
} from '#contracts/paths.ts';
import type { Logger } from '#platform/log.ts';
import { withTimeout } from '#platform/timeout.ts';
import type { GracefulStop } from './graceful-stop.ts';
import type { MissQueue } from './miss-queue.ts';
import type { ServePage } from './page-files.ts';
import { sendPlainAnswer } from './plain-answer.ts';
import type { Visit } from './prepare-request.ts';
import { withoutQuery } from './request-target.ts';
import type { ResolvedAbsence } from './resolve-page.ts';

export const STATUS_TOO_MANY = 429;

/** Milliseconds that a failed request waits for its error page. */
const ERROR_PAGE_WAIT_MS = 2_000;

export const getReaderLang = (request: IncomingMessage): Lang =>
  negotiateLang(request.headers.cookie, request.headers['accept-language']);
const getReaderRoot = (request: IncomingMessage): Root => rootOf('desktop', getReaderLang(request));

interface ErrorAnswerDeps {
  log: Logger;
  servePage: ServePage;
  misses: MissQueue;
  trackWork: GracefulStop['trackWork'];
}
export type ErrorAnswers = ReturnType<typeof createErrorAnswers>;

/** Answers with error pages and redirects, and answers for handlers that fail. */
export function createErrorAnswers({ log, servePage, misses, trackWork }: ErrorAnswerDeps) {
  const sendErrorPage = async (visit: Visit, code: ErrorPageCode, root: Root, status: number) => {
    const { request, response } = visit;
    const path = errorPagePath(root, code);
    const options = { status, negotiated: true };
    if (status >= 500 || status === STATUS_TOO_MANY) response.setHeader('retry-after', '10');
    if (await servePage(request, response, path, options)) return;
    await withTimeout(ERROR_PAGE_WAIT_MS, misses.render(path)).catch(() => {});
    if (await servePage(request, response, path, options)) return;
    const text = root.endsWith('zh') ? '暂时无法显示' : 'Not available at the moment';
    sendPlainAnswer(response, status, {}, text);
  };

  const sendAbsence = (visit: Visit, absence: ResolvedAbsence) => {
    const { kind, status } = absence;
    if (kind === 'error') return sendErrorPage(visit, absence.code, absence.root, status);
    return sendPlainAnswer(visit.response, status, {
      location: absence.location,
      'cache-control': status === 301 ? 'public, max-age=3600' : 'private, no-cache',
    });
  };

  const handleFailure = (visit: Visit, error: unknown) => {
    const { request, response } = visit;
    const isRefused = error instanceof AppError && error.code === 'tooMany';
    if (!isRefused) log.error({ err: error, path: withoutQuery(request.url) }, 'request.failed');
    if (response.headersSent) return void response.destroy();
    const root = parsePath(request.url ?? '')?.root ?? getReaderRoot(request);
    sendErrorPage(visit, 500, root, isRefused ? STATUS_TOO_MANY : 503).catch((reason: unknown) => {
      log.error({ err: reason, path: withoutQuery(request.url) }, 'request.errorPageFailed');
      response.destroy();
    });
  };

  return {
    sendErrorPage,
    sendAbsence,
    sendNotFound: (visit: Visit) => sendErrorPage(visit, 404, getReaderRoot(visit.request), 404),
    /** Runs a request's handler; its failure never ends the server. */
    runSafely(visit: Visit, handler: () => unknown): void {
      trackWork((async () => handler())()).catch((error: unknown) => handleFailure(visit, error));
    },
  };
}
