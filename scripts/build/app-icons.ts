import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { APP_ICON_NAMES, APP_ICONS, brandMark } from '#contracts/brand-mark.ts';
import { APP_ICONS_PATH, FAVICON_PATH } from '#contracts/paths.ts';

/* Draws the app icons (views/phone/web-manifest.ts names them) and the favicon. */

/** Pixels: tabs at both densities, bookmarks and shortcuts. */
const FAVICON_SIDES = [16, 32, 48];

/** The mark as a PNG of that size. */
const drawPng = (side: number, round: boolean): Promise<Buffer> =>
  sharp(Buffer.from(brandMark({ round })), { density: (72 * side) / 26 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An ICO file of PNGs: a header of 6 bytes, 16 bytes per picture, then the pictures. */
function encodeIco(pictures: readonly { side: number; png: Buffer }[]): Buffer {
  const head = Buffer.from([0, 0, 1, 0, pictures.length, 0]);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map(({ side, png }) => {
    const entry = Buffer.from([side, side, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)]);
}

export async function drawAppIcons(folder: string): Promise<void> {
  const target = join(folder, APP_ICONS_PATH);
  mkdirSync(target, { recursive: true });
  for (const name of APP_ICON_NAMES) {
    const { side, round } = APP_ICONS[name];
    writeFileSync(join(target, `${name}.png`), await drawPng(side, round));
  }
  const pictures = await Promise.all(
    FAVICON_SIDES.map(async (side) => ({ side, png: await drawPng(side, true) })),
  );
  writeFileSync(join(folder, FAVICON_PATH), encodeIco(pictures));
}
