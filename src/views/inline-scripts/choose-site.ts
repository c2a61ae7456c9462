import { MAX_PHONE_WIDTH } from '#contracts/limits.ts';

/*
 * Inline script that runs before anything is shown. It redirects to the other site by screen width,
 * unless the reader has chosen one (R12), and to the chosen language's list of threads. A redirect
 * changes neither condition, so there is no second one; crawlers are not redirected. A phone's
 * error address on a wide screen becomes the phone's error page (R8).
 */

const { documentElement, cookie } = document;
const { pathname, search, hash } = location;
const isPhoneSite = /^\/phone(?=\/|$)/.test(pathname);
/** First letter of the chosen site; contracts/site-cookie.ts writes the cookies. */
const chosen = /\bsite=(\w)/.exec(cookie);
// Zoom narrows screens in some browsers: with a mouse, device pixels count.
const density = matchMedia('(hover) and (pointer:fine)').matches ? devicePixelRatio : 1;
const isWideScreen = screen.width * density > MAX_PHONE_WIDTH;
const goTo = (path: string): void => location.replace(path + search + hash);

documentElement.toggleAttribute('data-wide', isWideScreen);
if (
  !/^\/(api|admin)\//.test(pathname) &&
  !/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent)
) {
  const only = /\blist=(\w+)/.exec(cookie)?.[1];
  const path = only
    ? pathname.replace(
        /^((?:\/phone)?\/(?:zh|en)(?:\/forum\/\d+)?)(?:\/(latest|newest|hot|digest))?(\/theme-\d+)?\/?$/,
        (_, place: string, order = 'latest', theme = '') =>
          `${place}/${order as string}${theme as string}/only-${only}`,
      )
    : pathname;
  if (isPhoneSite && isWideScreen && /\/error$/.test(pathname)) {
    if (pathname !== '/phone/error') goTo('/phone/error');
  } else if (chosen ? isPhoneSite !== (chosen[1] === 'p') : isPhoneSite === isWideScreen) {
    goTo(isPhoneSite ? path.slice(6) || '/' : `/phone${path}`);
  } else if (path !== pathname) goTo(path);
}
