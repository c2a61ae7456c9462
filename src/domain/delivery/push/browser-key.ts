import { ECDH } from 'node:crypto';

const UNCOMPRESSED_POINT = 4;

/** Whether a key (p256dh, base64url) is a point of P-256, as encryption requires. */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== UNCOMPRESSED_POINT) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
