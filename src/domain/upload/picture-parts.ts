import type { PictureKind } from './sniff.ts';

/* Reads of what parts a picture's file consists, without decoding it. */

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a PNG's chunk. */
const PNG_CHUNK_BYTES = 12;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', from, to);

/** Whether a PNG has several frames (APNG): their number stands before the pixels. */
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

/** Whether a picture has frames that the decoder doesn't read: it would stand still. */
export const losesMotion = (bytes: Uint8Array, kind: PictureKind): boolean =>
  kind === 'png' ? isAnimatedPng(bytes) : kind === 'avif' && latin1(bytes, 8, 12) === 'avis';

const GIF_HEAD_BYTES = 13;
const GIF_FRAME_HEAD_BYTES = 10;
const GIF_FRAME = 0x2c;
const GIF_EXTENSION = 0x21;

/** Bytes of the table of colours that a GIF's flags announce. */
const colourBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Whether a GIF ends within a frame. The decoder would leave that frame out, and what follows it.
 */
export function isGifCut(bytes: Uint8Array): boolean {
  let at = GIF_HEAD_BYTES + colourBytes(bytes[10]);
  for (;;) {
    if (bytes[at] === GIF_FRAME) at += GIF_FRAME_HEAD_BYTES + colourBytes(bytes[at + 9]) + 1;
    else if (bytes[at] === GIF_EXTENSION) at += 2;
    else return at > bytes.length;
    // The data come in blocks with their length before them. An empty one is the last.
    for (let length = bytes[at]; length; length = bytes[at]) at += length + 1;
    at += 1;
  }
}
