import sharp from 'sharp';
import { type StoredBrand, toBrand } from '#contracts/brand.ts';
import { APP_ICONS, type AppIcon, brandMark } from '#contracts/brand-mark.ts';
import { readStoredBrand } from '#db/brand.ts';
import type { Db } from '#db/client.ts';
import type { Env } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { isStoredPath } from '#platform/stored-path.ts';

/* App icons of a custom brand: each process draws each icon once per version. */

const DRAWN_FOR = 26;
/** Share of the square that a picture takes in icons whose corners systems crop. */
const SAFE_SHARE = 0.6;
const PAPER = '#ffffff';

type PictureMark = Uint8Array | undefined;

/** The uploaded picture of the mark; undefined without one, or if the file is missing. */
async function readMark(env: Env, address: string): Promise<PictureMark> {
  const path = address.replace(/^\/uploads\//, '');
  const file = isStoredPath(path) ? await openStorage(env).read(path) : undefined;
  return file && new Uint8Array(await new Response(file).arrayBuffer());
}

async function drawIcon(name: AppIcon, mark: PictureMark, colour?: string): Promise<Buffer> {
  const { side, round } = APP_ICONS[name];
  if (!mark) {
    const drawing = Buffer.from(brandMark({ round, ...(colour ? { colour } : {}) }));
    return sharp(drawing, { density: (72 * side) / DRAWN_FOR })
      .resize(side, side)
      .png()
      .toBuffer();
  }
  const inner = round ? side : Math.round(side * SAFE_SHARE);
  const margin = Math.floor((side - inner) / 2);
  const background = round ? { r: 0, g: 0, b: 0, alpha: 0 } : PAPER;
  const picture = sharp(mark).resize(inner, inner, { fit: 'contain', background });
  return picture
    .extend({
      top: margin,
      left: margin,
      bottom: side - inner - margin,
      right: side - inner - margin,
      background,
    })
    .flatten(round ? false : { background: PAPER })
    .png()
    .toBuffer();
}

let drawnVersion: number | undefined;
const drawn = new Map<AppIcon, Promise<Buffer>>();

function drawOnce(env: Env, name: AppIcon, stored: StoredBrand | undefined): Promise<Buffer> {
  const { mark, colours, version } = toBrand(stored, env.PROXY_TARGET).look;
  if (version !== drawnVersion) drawn.clear();
  drawnVersion = version;
  const drawing =
    drawn.get(name) ?? readMark(env, mark).then((read) => drawIcon(name, read, colours?.light));
  drawn.set(name, drawing);
  drawing.catch(() => drawn.delete(name)); // the next request retries
  return drawing;
}

export const readAppIcon = async (db: Db, env: Env, name: AppIcon): Promise<Buffer> =>
  drawOnce(env, name, await readStoredBrand(db));
