import { MAX_PHONE_WIDTH } from './limits.ts';
import type { Area } from './paths.ts';

/**
 * Keeps which of the two sites somebody wants, whatever their screen: a whole Set-Cookie value, for
 * a year (R12).
 */
export const siteCookie = (area: Area): string =>
  `site=${area}; Path=/; Max-Age=31536000; SameSite=Lax`;

/**
 * Stands in pages of both sites, before anything is shown. The screen's width says which site it is
 * for, unless the reader has chosen (R12): the same page of the other site takes the page's place.
 * It asks nothing that a redirect changes, so none can follow another; whatever reads for a search
 * engine is left where it is. A phone's error address on a wide screen becomes that of the phone’s
 * error page (R8). An error page that a call answered with has no other form.
 */
export const CHOOSE_SITE_SCRIPT = `((l,p)=>{let h=/^\\/phone(?=\\/|$)/.test(p),c=/\\bsite=(\\w)/.exec(document.cookie),w=screen.width>${MAX_PHONE_WIDTH},r=l.search+l.hash;if(/^\\/(api|admin)\\//.test(p)||/bot|crawl|spider|slurp|lighthouse/i.test(navigator.userAgent))return;if(h&&w&&/\\/error$/.test(p)){if(p!='/phone/error')l.replace('/phone/error'+r)}else if(c?h!=(c[1]=='p'):h==w)l.replace((h?p.slice(6)||'/':'/phone'+p)+r)})(location,location.pathname)`;
