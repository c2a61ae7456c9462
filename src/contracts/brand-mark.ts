import type { BrandLook } from './brand.ts';
import { APP_ICONS_PATH, brandIconPath } from './paths.ts';

/** Of the drawn mark (tokens.css has it as --brand), while no brand has one of its own. */
const MARK_COLOUR = '#0081ff';
const MARK_PATH =
  '<path d="M7.5 6.5v12.5h12M7.5 9.5a9.5 9.5 0 0 1 9.5 9.5" fill="none" stroke="#fff" stroke-width="2"/>';

/**
 * The brand mark as a drawing. `round`: on a tile with round corners, as it stands in pages.
 * Without it the colour fills the whole square, and the mark keeps to the circle in the middle of
 * which no system cuts anything off.
 */
export function brandMark({ round, colour }: { round: boolean; colour?: string }): string {
  const [box, tile] = round
    ? ['0 0 26 26', '<rect width="26" height="26" rx="6"']
    : ['-2 -2 30 30', '<path d="M-2-2h30v30h-30z"'];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${tile} fill="${colour ?? MARK_COLOUR}"/>${MARK_PATH}</svg>`;
}

/** The icon of a page: the drawn mark as a data address, so that no page asks for a file. */
export const toFavicon = ({ mark, colours }: BrandLook): string =>
  mark ||
  `data:image/svg+xml,${encodeURIComponent(brandMark({ round: true, ...(colours ? { colour: colours.light } : {}) }))}`;

/**
 * The mark as systems show it among their apps: file names, the pixels of the sides, and whether
 * the mark has round corners of its own. Home screens of Apple's cut the corners off by themselves.
 */
export const APP_ICONS = {
  'icon-192': { side: 192, round: true },
  'icon-512': { side: 512, round: true },
  'maskable-192': { side: 192, round: false },
  'maskable-512': { side: 512, round: false },
  'apple-180': { side: 180, round: false },
} as const;
export type AppIcon = keyof typeof APP_ICONS;
export const APP_ICON_NAMES = Object.keys(APP_ICONS) as [AppIcon, ...AppIcon[]];

/** The drawn ones are files of the build; those of a brand with a mark or colours aren't. */
export const appIconPath = (name: AppIcon, { mark, colours, version }: BrandLook): string =>
  mark || colours ? brandIconPath(name, version) : `${APP_ICONS_PATH}/${name}.png`;
