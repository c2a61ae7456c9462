import { MAX_PHONE_WIDTH } from '#contracts/limits.ts';

/*
 * An inline script of both sites that runs before anything is shown. The screen's width decides
 * which site it is for, unless the reader has chosen (R12): the page is replaced by the same page
 * of the other site. It depends on nothing that a redirect changes, so there is no second one;
 * crawlers stay where they are. A phone's error address on a wide screen becomes that of the
 * phone's error page (R8). An error page that answers a call has no other form.
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
