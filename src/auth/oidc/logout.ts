import type { KoaContext } from 'oidc-provider/lib/provider.js';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import { type Lang, negotiateLang } from '#contracts/language.ts';
import type { Env } from '#platform/env.ts';
import { renderPage } from './page-layout.ts';

/* Logout at the built-in provider, and its error page. */

const TEXTS = {
  zh: {
    title: '退出登录',
    ask: '同时退出开发用的登录？',
    yes: '退出',
    no: '保持登录',
    done: '已经退出登录。',
    home: '回到首页',
    failed: '这次登录没能继续',
    again: '登录页已经过期，或者不是从这个浏览器打开的。请回到首页重新登录。',
  },
  en: {
    title: 'Log out',
    ask: 'Log out of the development login too?',
    yes: 'Log out',
    no: 'Stay logged in',
    done: 'You are logged out.',
    home: 'Home',
    failed: 'This login cannot go on',
    again:
      'The login page has expired, or another browser opened it. Please go back and log in again.',
  },
} as const;

export const getLang = (headers: {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}): Lang => negotiateLang(headers.cookie, headers['accept-language']);

const home = (env: Env, lang: Lang): string =>
  `<div class="acts"><a class="btn" href="${escapeAttribute(env.SITE_URL)}/${lang}">${TEXTS[lang].home}</a></div>`;

export function renderErrorPage(env: Env, lang: Lang, detail: string): string {
  const t = TEXTS[lang];
  return renderPage({
    env,
    lang,
    title: t.failed,
    body: `<p class="lead">${t.again}</p><p class="meta">${escapeHtml(detail)}</p>${home(env, lang)}`,
  });
}

export function renderLoggedOutPage(env: Env, lang: Lang): string {
  const t = TEXTS[lang];
  return renderPage({
    env,
    lang,
    title: t.title,
    body: `<p class="lead">${t.done}</p>${home(env, lang)}`,
  });
}

/** The library has checked this address against the client's registered ones. */
function buildPostLogoutUrl(
  env: Env,
  address: string | undefined,
  state: string | undefined,
): string {
  if (!address) return env.SITE_URL;
  const url = new URL(address);
  if (state) url.searchParams.set('state', state);
  return url.href;
}

/**
 * Ends the session without confirmation if the request has an id token: the person pressed "log
 * out" in the forum. Otherwise another site may have sent the browser, so it asks.
 */
export async function endSessionOrConfirm(
  env: Env,
  ctx: KoaContext,
  form: string,
  cookie: object,
): Promise<void> {
  const { session, entities } = ctx.oidc;
  if (session?.accountId && entities.IdTokenHint?.payload.sub === session.accountId) {
    const target = buildPostLogoutUrl(
      env,
      session.state?.postLogoutRedirectUri,
      session.state?.state,
    );
    await session.destroy();
    ctx.cookies.set(ctx.oidc.provider.cookieName('session'), null, cookie);
    ctx.status = 303;
    ctx.redirect(target);
    return;
  }
  const lang = getLang(ctx.req.headers);
  const t = TEXTS[lang];
  const buttons = `<div class="acts"><button class="btn fill" form="op.logoutForm" name="logout" value="yes">${t.yes}</button><button class="btn" form="op.logoutForm">${t.no}</button></div>`;
  ctx.body = renderPage({
    env,
    lang,
    title: t.title,
    body: `<p class="lead">${t.ask}</p>${form}${buttons}`,
  });
}

/** Without a session, the library would answer with a page that needs a script. */
export const skipEmptyLogout =
  (env: Env) =>
  async (ctx: KoaContext, next: () => Promise<void>): Promise<void> => {
    await next();
    const { route, session, params } = ctx.oidc ?? {};
    if (route !== 'end_session' || ctx.status !== 200 || session?.accountId) return;
    ctx.status = 303;
    ctx.redirect(buildPostLogoutUrl(env, params?.post_logout_redirect_uri, params?.state));
  };
