import type { Lang } from '#contracts/language.ts';

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Drops empty and null values (R37), but not 0 and false. */
export function withoutEmptyValues(query: Query): Record<string, string | number | boolean> {
  const filled: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') filled[name] = value;
  return filled;
}

/** The proof that a captcha was solved. */
export interface SolvedCaptcha {
  captchaId: string;
  validate: string;
}

const isRelative = (address: string): boolean => !/^([a-z][a-z\d+.-]*:)?\/\//i.test(address);

/** Headers of a call (R21). Other sites can't send the anti-forgery header. */
export function requestHeaders(
  method: string,
  address: string,
  { lang, xsrf }: { lang: Lang; xsrf: string | undefined },
): Record<string, string> {
  return {
    ...(address.startsWith('/admin') ? {} : { 'accept-language': lang }),
    ...(method !== 'GET' && isRelative(address) && xsrf ? { 'x-xsrf-token': xsrf } : {}),
  };
}

interface RequestParts {
  query: Query;
  body: Readonly<Record<string, unknown>> | undefined;
  headers: Readonly<Record<string, string>>;
}

/** Adds a solved captcha: as headers for searches, else in the query and the body (R31, R32). */
export function withSolvedCaptcha(
  method: string,
  parts: RequestParts,
  solved: SolvedCaptcha | undefined,
): RequestParts {
  if (!solved) return parts;
  const { captchaId, validate } = solved;
  if (method === 'GET')
    return {
      ...parts,
      headers: { ...parts.headers, 'x-captcha-id': captchaId, 'x-captcha-validate': validate },
    };
  return {
    ...parts,
    query: { ...parts.query, captcha_id: captchaId },
    body: { ...parts.body, validate },
  };
}
