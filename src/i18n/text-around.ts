import type { TFunction, TranslationKey } from './translation-key.ts';

/** The text before and after the `{{time}}` element: "saved 2m ago", "2 分钟前保存". */
export function textAroundTime(
  t: TFunction,
  key: TranslationKey,
  values: Record<string, string | number> = {},
): [before: string, behind: string] {
  const [before = '', behind = ''] = t(key, { ...values, time: '\0' }).split('\0');
  return [before, behind];
}
