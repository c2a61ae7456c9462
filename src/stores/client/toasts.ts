import { atom } from 'nanostores';
import { formatDay } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Failure } from './failure.ts';
import { loginUrl, pageLang } from './page-info.ts';

export interface Toast {
  id: number;
  /** 1 says something, 2 offers to log in (R18). */
  type: 1 | 2;
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  isError?: boolean | undefined;
  /** Milliseconds since 1970: counted down to in the text, as `seconds`. */
  until?: number | undefined;
  /** Leads somewhere, or does something. */
  action?: { key: TranslationKey; href?: string; run?(): void } | undefined;
}

/** What is told in the corner of the page, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

/** At once on the page; more would cover it. */
const MAX_TOASTS = 3;
let lastId = 0;

/** Tells something. The same thing again takes the place of what is already there. */
export function showToast(tip: Omit<Toast, 'id' | 'type'> & { type?: Toast['type'] }): void {
  const others = $toasts.get().filter((one) => one.key !== tip.key);
  $toasts.set([...others, { type: 1 as const, ...tip, id: ++lastId }].slice(-MAX_TOASTS));
}

export const dismissToast = (id: number): void =>
  $toasts.set($toasts.get().filter((one) => one.id !== id));

/** The tip PleaseLogin (R18). */
export const showLoginToast = (): void =>
  showToast({
    type: 2,
    key: 'tip.pleaseLogin',
    action: { key: 'account.login', href: loginUrl() },
  });

/** Fills the placeholders of the text of an error. */
export function errorValues({ code, payload }: Failure): Record<string, string> {
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
export function showErrorToast(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'unauthenticated') return;
  if (error.isApiDown) showToast({ key: 'tip.unavailable', isError: true });
  else
    showToast({
      key: `error.${error.code}`,
      values: errorValues(error),
      isError: true,
      until: error.retryAt,
    });
}
