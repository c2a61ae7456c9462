import { withReadSnapshot } from '#db/read-snapshot.ts';
import { MAX_PAGE_BYTES } from '#platform/limits.ts';
import { pagesRendered, renderSeconds, SLOW_RENDER_MS } from '#platform/metrics.ts';
import { isUnwritable, retryOnLostConnection } from '#platform/unavailable.ts';
import { hashContent } from '../files/compress-page.ts';
import type { PageRecord, PageState } from '../files/page-records.ts';
import type { NewPage } from '../files/page-store.ts';
import type { Publisher, PublishOutcome } from './publisher.ts';
import type { RenderedPage, RenderOptions } from './render-result.ts';

/** Statuses of absent pages. Any status except these and 200 is a failure. */
const ABSENT_STATUSES: readonly number[] = [403, 404, 406];

export type RenderAttempt =
  | { kind: 'made'; record: PageRecord; content?: NewPage }
  | { kind: 'absent'; path: string; status: number; known: boolean }
  | { kind: 'failed'; path: string; message: string }
  /** A recent failure, left to a later attempt. */
  | { kind: 'backoff'; path: string };

/** Data shared by pages that are rendered together. */
type SharedData = Pick<RenderOptions, 'preloaded' | 'brand' | 'db'>;

/** The answer of a store of pages, or this one if it is down: a page is rendered all the same. */
const orIfUnavailable = (fallback: boolean, answer: Promise<boolean>): Promise<boolean> =>
  answer.catch((error: unknown) => {
    if (isUnwritable(error)) return fallback;
    throw error;
  });

/**
 * Renders a page. If an absent page has a file, a second rendering in a snapshot must confirm it.
 */
async function renderConfirmingAbsence(
  { render, db, pages }: Publisher,
  path: string,
  state: PageState | undefined,
  shared: SharedData,
): Promise<RenderedPage> {
  const renderResult = await render(path, shared);
  if (renderResult.status === 200) return renderResult;
  const hasPage =
    (state !== undefined && state.hash !== null) || (await orIfUnavailable(true, pages.has(path)));
  return hasPage
    ? withReadSnapshot(db, (snapshot) => render(path, { db: snapshot, brand: shared.brand }))
    : renderResult;
}

export async function attemptRender(
  publisher: Publisher,
  path: string,
  state: PageState | undefined,
  shared: SharedData,
  isRequested: boolean,
): Promise<RenderAttempt> {
  if (state?.isBackingOff && (state.fatal || !isRequested)) return { kind: 'backoff', path };
  const startedMs = performance.now();
  const attempt = await renderNow(publisher, path, state, shared);
  const ms = performance.now() - startedMs;
  renderSeconds.observe(ms / 1_000);
  pagesRendered.inc({ outcome: attempt.kind });
  if (ms >= SLOW_RENDER_MS) publisher.log.warn({ path, ms: Math.round(ms) }, 'page.renderSlow');
  return attempt;
}

async function renderNow(
  publisher: Publisher,
  path: string,
  state: PageState | undefined,
  shared: SharedData,
): Promise<RenderAttempt> {
  try {
    const renderResult = await retryOnLostConnection(() =>
      renderConfirmingAbsence(publisher, path, state, shared),
    );
    if (ABSENT_STATUSES.includes(renderResult.status))
      return { kind: 'absent', path, status: renderResult.status, known: state !== undefined };
    if (renderResult.status !== 200)
      throw new Error(`the page answered with status ${renderResult.status}`);
    if (renderResult.body.length > MAX_PAGE_BYTES)
      throw new Error(`the page is larger than ${MAX_PAGE_BYTES} bytes`);
    const hash = hashContent(renderResult.body);
    const { body } = renderResult;
    const isChanged =
      hash !== state?.hash ||
      !(await orIfUnavailable(false, publisher.pages.hasWhole(path, Buffer.byteLength(body))));
    const replacesAside = state?.hash === '';
    return {
      kind: 'made',
      record: { path, tags: renderResult.tags, hash, keepForSeconds: renderResult.keepForSeconds },
      ...(isChanged && { content: { path, plain: Buffer.from(body), replacesAside } }),
    };
  } catch (error) {
    publisher.log.error({ err: error, path }, 'page.renderFailed');
    return { kind: 'failed', path, message: (error as Error).message };
  }
}

export const toOutcome = (attempt: RenderAttempt): PublishOutcome => {
  if (attempt.kind === 'made')
    return { path: attempt.record.path, status: 200, changed: attempt.content !== undefined };
  return {
    path: attempt.path,
    status: attempt.kind === 'absent' ? attempt.status : 500,
    changed: false,
  };
};
