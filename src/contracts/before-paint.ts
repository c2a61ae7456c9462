/**
 * The one script that stands in pages themselves; the others are files, and the pages' Content-Security-Policy runs no
 * more than these. Before the first paint it sets the chosen theme, hides a notice that was closed, and keeps room in the
 * header for a member.
 */
export const BEFORE_PAINT = `(d=>{let s=d.dataset;if(/\\bmember=1/.test(document.cookie))s.member='';try{let l=localStorage;if(l.theme)s.theme=l.theme;if(l.notice==s.notice)s.notice=''}catch{}})(document.documentElement)`;
