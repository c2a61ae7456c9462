const ENCODING_PATTERNS = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
} as const;

/** Whether an Accept-Encoding accepts this compression, with a weight above 0. */
export const acceptsEncoding = (
  header: string,
  encoding: keyof typeof ENCODING_PATTERNS,
): boolean => ENCODING_PATTERNS[encoding].test(header);
