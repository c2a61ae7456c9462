import type { Lang } from '#contracts/language.ts';

/* What every call carries, as functions of what is known before it. */

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Drops what is empty or null (R37); 0 and false are values. */
export function given(query: Query): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== '') kept[name] = value;
  return kept;
}

const isRelative = (address: string): boolean => !/^([a-z][a-z\d+.-]*:)?\/\//i.test(address);

/** Headers of a call (R21): no page of another site could send the second one. */
export function headersOf(method: string, address: string, { lang, xsrf }: { lang: Lang; xsrf: string | undefined }): Record<string, string> {
  return {
    ...(address.startsWith('/admin') ? {} : { 'accept-language': lang }),
    ...(method !== 'GET' && isRelative(address) && xsrf ? { 'x-xsrf-token': xsrf } : {}),
  };
}
