import type { ConfigName } from '#contracts/wire/admin-config.ts';

/** The configuration entries, in the order in which they are offered. */
export const CONFIG_NAMES = [
  'notify',
  'carousel',
  'activities',
  'weixin_share',
  'iframe_allow',
] as const satisfies readonly ConfigName[];
