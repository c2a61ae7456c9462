import { AppError } from '#contracts/errors.ts';

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

/** Brands of the container that AVIF and HEIC share: its own first, then what else may read it. */
function readBrands(bytes: Uint8Array): string[] {
  if (latin1(bytes, 4, 8) !== 'ftyp') return [];
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256);
  return latin1(bytes, 8, end).match(/.{4}/gs) ?? [];
}

/** SVG begins with its element, after whatever XML lets stand before it. */
const SVG_START =
  /^\uFEFF?\s*(<\?xml[^>]*>\s*|<!--.*?-->\s*|<!DOCTYPE\s[^[>]*(\[.*?\]\s*)?>\s*)*<([\w-]+:)?svg[\s>]/is;
const isSvg = (bytes: Uint8Array): boolean =>
  SVG_START.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

/**
 * Detects a file's type by its bytes; names and types that clients send aren't trusted. Throws heic
 * and svg, which users do send and which have messages of their own, and unsupported.
 */
export function sniffPictureKind(bytes: Uint8Array): PictureKind {
  const head = latin1(bytes, 0, 12);
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(head)) return 'gif';
  if (/^RIFF.{4}WEBP$/s.test(head)) return 'webp';
  const container = readBrands(bytes);
  if (container.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (container.some((brand) => /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)))
    throw new AppError('heic');
  throw new AppError(isSvg(bytes) ? 'svg' : 'unsupported');
}
