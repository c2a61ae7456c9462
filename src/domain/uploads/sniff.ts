import { AppError } from '#contracts/errors.ts';

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif';

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

/** Brands of an AVIF or HEIC container: the major brand, then compatible ones. */
function readBrands(bytes: Uint8Array): string[] {
  if (latin1(bytes, 4, 8) !== 'ftyp') return [];
  const end = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256);
  return latin1(bytes, 8, end).match(/.{4}/gs) ?? [];
}

/** Index after one construct of the XML prolog; undefined if unterminated. */
function skipProlog(text: string, from: number): number | undefined {
  const endOf = (mark: string, at: number): number | undefined => {
    const found = text.indexOf(mark, at);
    return found < 0 ? undefined : found + mark.length;
  };
  if (text.startsWith('<!--', from)) return endOf('-->', from + 4);
  if (text.startsWith('<?', from)) return endOf('?>', from);
  const end = endOf('>', from);
  const subset = text.indexOf('[', from);
  // a document type may contain declarations in brackets
  if (end === undefined || subset < 0 || subset > end) return end;
  const closed = endOf(']', subset);
  return closed === undefined ? undefined : endOf('>', closed);
}

/** Whether the root element after the XML prolog is svg. */
function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 4096));
  for (let at: number | undefined = 0; at !== undefined; ) {
    while (/\s/.test(text.charAt(at))) at++;
    if (!text.startsWith('<!', at) && !text.startsWith('<?', at))
      return /^<(?:[\w-]{1,40}:)?svg[\s>]/i.test(text.slice(at, at + 64));
    at = skipProlog(text, at);
  }
  return false;
}

/** Reads the bytes; clients' types aren't trusted. Throws heic, svg, unsupported. */
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
