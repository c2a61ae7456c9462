import { MAX_PHONE_WIDTH } from '#contracts/limits.ts';

/*
 * Stands in pages of both sites and runs before anything is shown. The screen's width says which
 * site it is for, unless the reader has chosen (R12): the same page of the other site takes the
 * page's place. It asks nothing that a redirect changes, so none can follow another; whatever reads
 * for a search engine stays where it is. A phone's error address on a wide screen becomes that of
 * the phone's error page (R8). An error page that a call answered with has no other form.
 */

const { pathname, search, hash } = location;
const isPhoneSite = /^\/phone(?=\/|$)/.test(pathname);
/** First letter of the chosen site; contracts/site-cookie.ts writes the cookie. */
const chosen = /\bsite=(\w)/.exec(document.cookie);
const isWideScreen = screen.width > MAX_PHONE_WIDTH;
const goTo = (path: string): void => location.replace(path + search + hash);

if (
  !/^\/(api|admin)\//.test(pathname) &&
  !/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent)
) {
  if (isPhoneSite && isWideScreen && /\/error$/.test(pathname)) {
    if (pathname !== '/phone/error') goTo('/phone/error');
  } else if (chosen ? isPhoneSite !== (chosen[1] === 'p') : isPhoneSite === isWideScreen) {
    goTo(isPhoneSite ? pathname.slice(6) || '/' : `/phone${pathname}`);
  }
}
