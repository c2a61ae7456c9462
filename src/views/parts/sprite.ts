import { drawAvatar } from '#styles/avatars.ts';
import { shapeOf } from '#styles/forum-icons.ts';

const USE = '<use href="#';

function usedSymbols(html: string): string[] {
  const ids = new Set<string>();
  for (let at = html.indexOf(USE); at !== -1; at = html.indexOf(USE, at)) {
    at += USE.length;
    ids.add(html.slice(at, html.indexOf('"', at)));
  }
  return [...ids].sort();
}

function drawSymbol(id: string): string {
  const shape = id.startsWith('i-') && shapeOf(id.slice(2));
  if (shape) return `<symbol id="${id}" viewBox="0 0 20 20"><path d="${shape}"/></symbol>`;
  const drawing = /^a\d+$/.test(id) && drawAvatar(Number(id.slice(1)));
  return drawing ? `<symbol id="${id}" viewBox="0 0 40 40">${drawing}</symbol>` : '';
}

/** Symbols of the icons and avatars in a piece of HTML: each use then costs a few bytes. */
export const spriteFor = (html: string): string =>
  `<svg class="vh" aria-hidden="true">${usedSymbols(html).map(drawSymbol).join('')}</svg>`;
