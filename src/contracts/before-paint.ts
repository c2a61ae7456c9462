/**
 * The one script that stands in pages themselves; the others are files, and the pages'
 * Content-Security-Policy runs no more than these. Before the first paint it sets the chosen theme,
 * hides a notice that was closed, and keeps room in the header for a member. A click on a button
 * that comes before the page's script does is kept and done again after it, and a member sees at
 * once what it will turn on or off (R25).
 */
export const BEFORE_PAINT_SCRIPT = `(d=>{let s=d.documentElement.dataset,m=/\\bmember=1/.test(d.cookie),k=new Map,c='click',f=e=>{let b=e.target.closest('button[type=button]'),p=b?.ariaPressed;if(b){e.stopImmediatePropagation();if(!k.has(b)){k.set(b,p);if(m&&p)b.ariaPressed=p=='false'}}};if(m)s.member='';try{let l=localStorage;if(l.theme)s.theme=l.theme;if(l.notice==s.notice)s.notice=''}catch{}d.addEventListener(c,f,true);d.addEventListener('DOMContentLoaded',()=>{d.removeEventListener(c,f,true);k.forEach((p,b)=>{b.ariaPressed=p;b.click()})})})(document)`;
