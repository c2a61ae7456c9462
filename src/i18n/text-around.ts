import type { TFunction, TranslationKey } from './translation-key.ts';

/**
 * What a text says before and behind its `{{time}}`, which is an element of its own. Languages put
 * the verb on different sides: "saved 2m ago", "2 分钟前保存".
 */
export function textAroundTime(
  t: TFunction,
  key: TranslationKey,
  values: Record<string, string | number> = {},
): [before: string, behind: string] {
  const [before = '', behind = ''] = t(key, { ...values, time: '\0' }).split('\0');
  return [before, behind];
}
