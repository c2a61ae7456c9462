import { atom } from 'nanostores';
import { formatDay } from '#i18n/format.ts';
import type { Key } from '#i18n/key.ts';
import { Failure } from './failure.ts';
import { loginAddress, pageLang } from './page.ts';

export interface Tip {
  id: number;
  /** 1 says something, 2 offers to log in (R18). */
  type: 1 | 2;
  key: Key;
  values?: Record<string, string | number> | undefined;
  bad?: boolean | undefined;
  /** Milliseconds since 1970: counted down to in the text, as `seconds`. */
  until?: number | undefined;
  /** Leads somewhere, or does something. */
  action?: { key: Key; href?: string; run?(): void } | undefined;
}

/** What is told in the corner of the page, oldest first. */
export const $tips = atom<readonly Tip[]>([]);

/** At once on the page; more would cover it. */
const MOST = 3;
let last = 0;

/** Tells something. The same thing again takes the place of what is already there. */
export function tell(tip: Omit<Tip, 'id' | 'type'> & { type?: Tip['type'] }): void {
  const others = $tips.get().filter((one) => one.key !== tip.key);
  $tips.set([...others, { type: 1 as const, ...tip, id: ++last }].slice(-MOST));
}

export const dismiss = (id: number): void => $tips.set($tips.get().filter((one) => one.id !== id));

/** The tip PleaseLogin (R18). */
export const pleaseLogin = (): void =>
  tell({ type: 2, key: 'tip.pleaseLogin', action: { key: 'account.login', href: loginAddress() } });

/** Fills the placeholders of the text of an error. */
export function valuesOf({ code, payload }: Failure): Record<string, string> {
  if (code === 'verify' && Array.isArray(payload)) return { words: payload.join(',') };
  if (code === 'renamed')
    return { date: typeof payload === 'string' ? formatDay(pageLang(), new Date(payload)) : '' };
  if (code === 'malformed')
    return {
      field: Array.isArray(payload)
        ? String((payload[0] as { field?: unknown } | undefined)?.field ?? '')
        : '',
    };
  return {};
}

/** Tells of an error that nothing else on the page shows. 401 has told of itself already. */
export function report(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'unauthenticated') return;
  if (error.away) tell({ key: 'tip.unavailable', bad: true });
  else
    tell({ key: `error.${error.code}`, values: valuesOf(error), bad: true, until: error.retryAt });
}
