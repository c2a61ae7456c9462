import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { APP_ICONS } from '#contracts/paths.ts';
import { brandMark } from '#views/layouts/icon.ts';

/* The forum's mark as phones show it among their apps: views/phone/manifest.ts names these files. */

/** File names with the pixels of their sides. Home screens of Apple's cut the corners off by themselves. */
const ICONS = [
  { name: 'icon-192', side: 192, round: true },
  { name: 'icon-512', side: 512, round: true },
  { name: 'maskable-192', side: 192, round: false },
  { name: 'maskable-512', side: 512, round: false },
  { name: 'apple-180', side: 180, round: false },
];

/** Draws them into a folder that is served. */
export async function drawAppIcons(folder: string): Promise<void> {
  const target = join(folder, APP_ICONS);
  mkdirSync(target, { recursive: true });
  for (const { name, side, round } of ICONS) {
    const svg = Buffer.from(brandMark({ round }));
    await sharp(svg, { density: (72 * side) / 26 })
      .resize(side, side)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(target, `${name}.png`));
  }
}
