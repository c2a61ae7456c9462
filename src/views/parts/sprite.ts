import { drawAvatar } from '#styles/avatars.ts';
import { shapeOf } from '#styles/forum-icons.ts';

/**
 * Symbols for exactly the icons and drawn avatars that a piece of HTML uses, so that each use of
 * one costs a few bytes.
 */
export function spriteFor(html: string): string {
  const names = new Set([...html.matchAll(/href="#i-(\w+)"/g)].map((match) => match[1] as string));
  const designs = new Set([...html.matchAll(/href="#a(\d+)"/g)].map((match) => Number(match[1])));
  const symbols = [
    ...[...names]
      .sort()
      .map(
        (name) =>
          shapeOf(name) &&
          `<symbol id="i-${name}" viewBox="0 0 20 20"><path d="${shapeOf(name)}"/></symbol>`,
      ),
    ...[...designs]
      .sort((a, b) => a - b)
      .map((index) => {
        const drawing = drawAvatar(index);
        return drawing && `<symbol id="a${index}" viewBox="0 0 40 40">${drawing}</symbol>`;
      }),
  ];
  return `<svg class="vh" aria-hidden="true">${symbols.filter(Boolean).join('')}</svg>`;
}
