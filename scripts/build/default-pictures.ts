import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import {
  AVATAR_DESIGNS,
  AVATAR_HUES,
  drawnAvatarUrl,
  FORUM_ICONS,
  forumIconUrl,
  LEVEL_ICON_COUNT,
  levelIconUrl,
} from '#contracts/default-pictures.ts';
import { drawAvatar } from '#styles/avatars.ts';
import { shapeOf } from '#styles/forum-icons.ts';

/* Draws the pictures of contracts/default-pictures.ts as PNG, which every client supports. */

/** Clients show them at a third of that size. */
const SIDE_PIXELS = 144;
const BRAND_COLOUR = '#0081ff';
/** Of styles/tokens.css, `.h0` to `.h7`. */
const HUE_COLOURS = [
  '#93568c',
  '#b98a18',
  '#c8733b',
  '#2d66ab',
  '#6666ae',
  '#3f9664',
  '#3f838f',
  '#c24a4a',
];

/** Mixes a colour with black or white; `share` of it remains. */
const mixColour = (colour: string, other: 0 | 255, share: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * share + other * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function avatarSvg(design: number, hue: number): string {
  const colour = HUE_COLOURS[hue] as string;
  const drawing = (drawAvatar(design) as string).replaceAll(
    'var(--shade)',
    mixColour(colour, 0, 0.48),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${mixColour(colour, 255, 0.2)}"/><g fill="${colour}">${drawing}</g></svg>`;
}

const forumIconSvg = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 32 32"><rect x="-6" y="-6" width="32" height="32" rx="7" fill="${mixColour(BRAND_COLOUR, 255, 0.1)}"/><path d="${shapeOf(name)}" fill="none" stroke="${BRAND_COLOUR}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** Digits as lines on a grid of 4 by 8: the build needs no font. */
const DIGIT_PATHS = [
  'M0 0h4v8H0z',
  'M1 1l1.5-1v8',
  'M0 0h4v4H0v4h4',
  'M0 0h4v8H0M1 4h3',
  'M0 0v4h4M4 0v8',
  'M4 0H0v4h4v4H0',
  'M4 0H0v8h4V4H0',
  'M0 0h4L1.5 8',
  'M0 0h4v8H0zM0 4h4',
  'M4 4H0V0h4v8H0',
];

function levelIconSvg(level: number): string {
  const digits = [...String(level)];
  const left = -(digits.length * 6.5 - 2.5) / 2;
  const drawn = digits
    .map(
      (digit, at) =>
        `<path transform="translate(${left + at * 6.5} -4)" d="${DIGIT_PATHS[Number(digit)]}"/>`,
    )
    .join('');
  const colour = HUE_COLOURS[(level - 1) % HUE_COLOURS.length] as string;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 24 24"><rect x="-11" y="-11" width="22" height="22" rx="6" fill="${colour}"/><g fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${drawn}</g></svg>`;
}

export async function drawDefaultPictures(folder: string): Promise<void> {
  const draw = async (address: string, svg: string) => {
    const file = join(folder, address);
    mkdirSync(dirname(file), { recursive: true });
    await sharp(Buffer.from(svg), { density: 300 })
      .resize(SIDE_PIXELS, SIDE_PIXELS)
      .png({ compressionLevel: 9, palette: true })
      .toFile(file);
  };
  for (let design = 0; design < AVATAR_DESIGNS; design++)
    for (let hue = 0; hue < AVATAR_HUES; hue++)
      await draw(drawnAvatarUrl(design, hue), avatarSvg(design, hue));
  for (const name of FORUM_ICONS) await draw(forumIconUrl(name), forumIconSvg(name));
  for (let level = 1; level <= LEVEL_ICON_COUNT; level++)
    await draw(levelIconUrl(level), levelIconSvg(level));
}
