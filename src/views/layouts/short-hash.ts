/** Identifies a notice, so that a closed one stays closed. FNV-1a, 32 bits. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
