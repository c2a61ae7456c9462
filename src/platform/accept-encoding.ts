const ENCODING_PATTERNS = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
} as const;

/** Whether an Accept-Encoding names this compression, and not with weight 0. */
export const acceptsEncoding = (
  header: string,
  encoding: keyof typeof ENCODING_PATTERNS,
): boolean => ENCODING_PATTERNS[encoding].test(header);
