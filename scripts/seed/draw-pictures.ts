import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Storage } from '#platform/storage.ts';
import { toContentPath } from '#platform/stored-path.ts';
import { outlineTexts } from './outline-texts.ts';

export interface Picture {
  hash: string;
  path: string;
  url: string;
  mime: string;
  bytes: number;
  width: number;
  height: number;
}

/** Draws the demo's pictures as WebP into the storage, each once. */
export function createPictureDrawer(
  storage: Storage,
): (name: string, width?: number) => Promise<Picture> {
  const drawn = new Map<string, Promise<Picture>>();
  const draw = async (name: string, width: number): Promise<Picture> => {
    const svg = readFileSync(join(import.meta.dirname, 'art', `${name}.svg`), 'utf8');
    const { data, info } = await sharp(Buffer.from(outlineTexts(svg)), { density: 144 })
      .resize({ width })
      .webp({ quality: 82, alphaQuality: 90, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    const { hash, path } = toContentPath(data, 'webp');
    await storage.put(path, data);
    return {
      hash,
      path,
      url: `/uploads/${path}`,
      mime: 'image/webp',
      bytes: data.length,
      width: info.width,
      height: info.height,
    };
  };
  return (name, width = 1408) => {
    const key = `${name}@${width}`;
    const drawing = drawn.get(key) ?? draw(name, width);
    drawn.set(key, drawing);
    return drawing;
  };
}
