import type { BrandLook } from './brand.ts';
import { APP_ICONS_PATH, brandIconPath } from './paths.ts';

/** Colour of the default mark (--brand in tokens.css). */
const MARK_COLOUR = '#0081ff';
const MARK_PATH =
  '<path d="M7.5 6.5v12.5h12M7.5 9.5a9.5 9.5 0 0 1 9.5 9.5" fill="none" stroke="#fff" stroke-width="2"/>';

/**
 * The brand mark as SVG. `round`: on a tile with round corners, for pages. Otherwise the colour
 * fills the square, and the mark is inside the circle that systems never crop.
 */
export function brandMark({ round, colour }: { round: boolean; colour?: string }): string {
  const [box, tile] = round
    ? ['0 0 26 26', '<rect width="26" height="26" rx="6"']
    : ['-2 -2 30 30', '<path d="M-2-2h30v30h-30z"'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${tile} fill="${colour ?? MARK_COLOUR}"/>${MARK_PATH}</svg>`;
}

/** A page's icon as a data: URL, so that pages request no file. */
export const toFavicon = ({ mark, colours }: BrandLook): string =>
  mark ||
  `data:image/svg+xml,${encodeURIComponent(brandMark({ round: true, ...(colours ? { colour: colours.light } : {}) }))}`;

/** `side` in pixels. `round`: with round corners, which Apple's systems cut themselves. */
export const APP_ICONS = {
  'icon-192': { side: 192, round: true },
  'icon-512': { side: 512, round: true },
  'maskable-192': { side: 192, round: false },
  'maskable-512': { side: 512, round: false },
  'apple-180': { side: 180, round: false },
} as const;
export type AppIcon = keyof typeof APP_ICONS;
export const APP_ICON_NAMES = Object.keys(APP_ICONS) as [AppIcon, ...AppIcon[]];

/** The build has the default icons as files, but not those of a brand with a mark or colours. */
export const appIconPath = (name: AppIcon, { mark, colours, version }: BrandLook): string =>
  mark || colours ? brandIconPath(name, version) : `${APP_ICONS_PATH}/${name}.png`;
