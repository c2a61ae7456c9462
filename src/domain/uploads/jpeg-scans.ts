/** A hundred bytes of a progressive JPEG can cost a pass over all pixels. */
export function countJpegScans(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; ) {
    const marker = bytes[at + 1] as number;
    // In a scan, 0 follows an escaped FF, D0 to D7 are restarts, and FF is padding.
    const hasLength = marker > 0x01 && marker < 0xff && (marker < 0xd0 || marker > 0xd9);
    if (marker === 0xda) scans++;
    const length = hasLength
      ? (((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number)) + 1
      : 0;
    at = bytes.indexOf(0xff, at + 1 + length);
  }
  return scans;
}
