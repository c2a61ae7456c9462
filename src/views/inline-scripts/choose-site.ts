import { MAX_PHONE_WIDTH } from '#contracts/limits.ts';

/*
 * An inline script of both sites that runs before anything is shown. The screen's width decides
 * which site it is for, unless the reader has chosen (R12): the page is replaced by the same page
 * of the other site. A list of threads is replaced by that of the one language that the reader has
 * chosen. Both depend on nothing that a redirect changes, so there is no second one; crawlers stay
 * where they are. A phone's error address on a wide screen becomes that of the phone's error page
 * (R8). An error page that answers a call has no other form.
 */

const { documentElement, cookie } = document;
const { pathname, search, hash } = location;
const isPhoneSite = /^\/phone(?=\/|$)/.test(pathname);
/** First letter of the chosen site; contracts/site-cookie.ts writes the cookies. */
const chosen = /\bsite=(\w)/.exec(cookie);
// Zoom makes screens narrow in some browsers: those with a mouse are measured in device pixels.
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
