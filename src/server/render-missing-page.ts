import type { Actor } from '#auth/actor.ts';
import type { Db } from '#db/client.ts';
import type { Logger } from '#platform/log.ts';
import { getContentType } from '#publish/files/page-file-names.ts';
import {
  type AddressLimits,
  getRequestAddress,
  limitPageMisses,
  limitPrivatePages,
} from './address-limits.ts';
import { type ErrorAnswers, STATUS_TOO_MANY } from './error-answers.ts';
import { type MissQueue, MissRefused } from './miss-queue.ts';
import type { ServePage } from './page-files.ts';
import type { Visit } from './prepare-request.ts';
import { createPrivatePages, type PrivatePage } from './private-pages.ts';
import type { Renderer } from './renderer-client.ts';
import { type ResolvedPage, resolveAbsence } from './resolve-page.ts';

type Page = Extract<ResolvedPage, { kind: 'page' }>;

export interface MissingPageDeps {
  log: Logger;
  db: Db;
  renderer: Renderer;
  limits: AddressLimits;
  headers: Readonly<Record<string, string>>;
  servePage: ServePage;
  misses: MissQueue;
  errors: ErrorAnswers;
  /** The reader who may get a restricted page (403) rendered; else undefined. */
  findReader(visit: Visit, path: string, status: number): Promise<Actor | undefined>;
}

/** Renders a page for one response only. `reader`: a user with extra access. */
function createPrivateRendering(deps: MissingPageDeps) {
  const { log, db, limits, headers, findReader } = deps;
  const { sendErrorPage, sendAbsence } = deps.errors;
  const privatePages = createPrivatePages(deps.renderer.renderOnce);
  const mayReadAnother = limitPrivatePages();

  const sendUnpublished = async (visit: Visit, page: Page, status: number) => {
    const absence = await resolveAbsence(db, { ...page, status });
    return absence ? sendAbsence(visit, absence) : sendErrorPage(visit, 500, page.root, 500);
  };

  return async (visit: Visit, page: Page, reader?: Actor) => {
    const { request, response } = visit;
    const { path, root } = page;
    if (response.closed) return; // its end would never be counted
    if (reader && !mayReadAnother(reader.userId, response))
      return sendErrorPage(visit, 500, root, STATUS_TOO_MANY);
    const left = new AbortController();
    response.once('close', () => left.abort());
    const share = { person: reader?.userId, address: getRequestAddress(request, limits.proxies) };
    let rendered: PrivatePage;
    try {
      const { signal } = left;
      rendered = await privatePages.render({ path, allowed: reader !== undefined, share, signal });
    } catch (error) {
      if (left.signal.aborted) return;
      if (!(error instanceof MissRefused))
        log.error({ err: error, path }, 'page.onDemandRenderFailed');
      return sendErrorPage(visit, 500, root, 503);
    }
    const { status, body } = rendered;
    if (status !== 200) return sendUnpublished(visit, page, status);
    // the user's access or the thread's forum may have changed in the queue
    if (reader && !(await findReader(visit, path, 403))) return sendUnpublished(visit, page, 403);
    response.writeHead(200, {
      ...headers,
      'content-type': getContentType(path),
      'content-length': body.length,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

/** Renders a missing page, and publishes it if it exists. */
export function createMissingRendering(deps: MissingPageDeps) {
  const { log, db, limits, servePage, misses, errors, findReader } = deps;
  const mayMiss = limitPageMisses(limits);
  const renderPrivate = createPrivateRendering(deps);

  /** Sends the outdated page if rendering is impossible. */
  const sendOutdatedPage = async (visit: Visit, { path, root }: Page, status = 503) => {
    const options = { negotiated: true, outOfDate: true };
    if (await servePage(visit.request, visit.response, path, options)) return;
    await errors.sendErrorPage(visit, 500, root, status);
  };

  return async (visit: Visit, page: Page) => {
    const { request, response } = visit;
    const { path, negotiated } = page;
    if (!mayMiss(request, response)) return sendOutdatedPage(visit, page, STATUS_TOO_MANY);
    let status: number;
    try {
      const address = getRequestAddress(request, limits.proxies);
      ({ status } = await misses.render(path, { address }));
    } catch (error) {
      if (!(error instanceof MissRefused))
        log.error({ err: error, path }, 'page.onDemandRenderFailed');
      return sendOutdatedPage(visit, page);
    }
    if (status === 200) {
      if (await servePage(request, response, path, { negotiated })) return;
      // the page can't be written, or the page has just been taken down
      return renderPrivate(visit, page);
    }
    const reader = await findReader(visit, path, status);
    if (reader) return renderPrivate(visit, page, reader);
    const absence = await resolveAbsence(db, { ...page, status });
    return absence ? errors.sendAbsence(visit, absence) : sendOutdatedPage(visit, page);
  };
}
