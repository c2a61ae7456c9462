const ACCEPTED = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/,
} as const;

/** Whether an Accept-Encoding names this compression, and not with weight 0. */
export const accepts = (header: string, encoding: keyof typeof ACCEPTED): boolean =>
  ACCEPTED[encoding].test(header);
