import type { PictureKind } from './sniff.ts';

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a PNG chunk. */
const PNG_CHUNK_BYTES = 12;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

/** Whether a PNG is animated (APNG); the frame count precedes the pixels. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_CHUNK_BYTES <= bytes.length; ) {
    const type = latin1(bytes, at + 4, at + 8);
    if (type === 'acTL') return view.getUint32(at + 8) > 1;
    if (type === 'IDAT') return false;
    at += PNG_CHUNK_BYTES + view.getUint32(at);
  }
  return false;
}

/** Whether a picture has an animation that the decoder ignores. */
export const losesMotion = (bytes: Uint8Array, kind: PictureKind): boolean =>
  kind === 'png' ? isAnimatedPng(bytes) : kind === 'avif' && latin1(bytes, 8, 12) === 'avis';

const GIF_HEAD_BYTES = 13;
const GIF_FRAME_HEAD_BYTES = 10;
const GIF_FRAME = 0x2c;
const GIF_EXTENSION = 0x21;

/** Bytes of a GIF's colour table, by its flags. */
const colourBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Whether a GIF is truncated within a frame. The decoder would drop the rest silently. */
export function isGifCut(bytes: Uint8Array): boolean {
  let at = GIF_HEAD_BYTES + colourBytes(bytes[10]);
  for (;;) {
    if (bytes[at] === GIF_FRAME) at += GIF_FRAME_HEAD_BYTES + colourBytes(bytes[at + 9]) + 1;
    else if (bytes[at] === GIF_EXTENSION) at += 2;
    else return at > bytes.length;
    // Data blocks start with their length; an empty one is the last.
    for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
    at += 1;
  }
}
