import type { IncomingMessage } from 'node:http';
import type { CredentialCaches } from '#api/http/context.ts';
import { lookUpAtPace } from '#api/http/middleware/invalid-credentials.ts';
import { languageCookie } from '#contracts/language.ts';
import type { Env } from '#platform/env.ts';
import { getRequestAddress } from './address-limits.ts';
import { createAdminPages } from './admin-pages.ts';
import { getReaderLang } from './error-answers.ts';
import type { Stage, Visit } from './prepare-request.ts';
import { createMissingRendering, type MissingPageDeps } from './render-missing-page.ts';
import { getChosenLang } from './request-target.ts';
import { findPrivateReader, type PageVisitor, resolvePage } from './resolve-page.ts';

export interface PageStageDeps extends Omit<MissingPageDeps, 'findReader'> {
  env: Env;
  /** Caches of valid and invalid sessions, shared with the API. */
  credentials: CredentialCaches;
}

/** Published pages, the admin area's pages, and pages to render. Answers every request. */
export function createPageStage(deps: PageStageDeps): Stage {
  const { env, db, renderer, credentials, servePage, errors } = deps;
  const sendAdminPage = createAdminPages(renderer, db, env);
  const toVisitor = (request: IncomingMessage): PageVisitor => ({
    cookies: request.headers.cookie,
    lookUp: (token, find) =>
      env.RATE_LIMITS === 'off'
        ? find()
        : lookUpAtPace(credentials, getRequestAddress(request, env.TRUST_PROXY), token, find),
  });
  const renderMissing = createMissingRendering({
    ...deps,
    findReader: ({ request }, path, status) =>
      findPrivateReader(db, { path, status }, toVisitor(request)),
  });
  const sendPage = async (visit: Visit): Promise<unknown> => {
    const { request, response, record, url } = visit;
    const resolved = await resolvePage(db, url, () => getReaderLang(request), toVisitor(request));
    if (resolved.kind === 'admin') {
      record.route = 'admin';
      return sendAdminPage(request, response, resolved);
    }
    if (resolved.kind !== 'page') return errors.sendAbsence(visit, resolved);
    const { path, negotiated } = resolved;
    if (await servePage(request, response, path, { negotiated })) return;
    record.route = 'missing-page';
    return renderMissing(visit, resolved);
  };
  return (visit) => {
    const lang = getChosenLang(visit.url);
    if (lang) visit.response.setHeader('set-cookie', languageCookie(lang));
    return () => sendPage(visit);
  };
}
