import { atom } from 'nanostores';
import { banEndValues, formatDay } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Failure } from './failure.ts';
import { loginUrl, pageLang } from './page-info.ts';

export interface Toast {
  id: number;
  /** 1 tells something, 2 offers to log in (R18). */
  type: 1 | 2;
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  isError?: boolean | undefined;
  /** Milliseconds since 1970 to which the text counts down, in seconds. */
  until?: number | undefined;
  /** It stays until it is closed or used. */
  stays?: boolean | undefined;
  /** A link or an action of the toast. */
  action?: { key: TranslationKey; href?: string; run?(): void } | undefined;
}

/** The shown toast is the last one; those before it come back when it goes. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/**
 * Shows a toast in place of another, which comes back afterwards if it `stays`. One that stays
 * waits until a passing one is gone.
 */
export function showToast(tip: Omit<Toast, 'id' | 'type'> & { type?: Toast['type'] }): void {
  const others = $toasts.get().filter(({ key }) => key !== tip.key);
  const lasting = others.filter(({ stays }) => stays);
  const passing = tip.stays ? others.filter(({ stays }) => !stays) : [];
  $toasts.set([...lasting, { type: 1 as const, ...tip, id: ++lastId }, ...passing]);
}

export const dismissToast = (id: number): void =>
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));

/** Takes away a toast whose offer was taken up otherwise. */
export const dismissToastOf = (key: Toast['key']): void =>
  $toasts.set($toasts.get().filter((toast) => toast.key !== key));

/** What a visitor wanted to do that needs a login. */
export type LoginPurpose = 'reply' | 'comment' | 'like' | 'favourite' | 'vote' | 'watch';

/** Asks to log in first, and says what for where that is known (R18). */
export const showLoginToast = (purpose?: LoginPurpose): void =>
  showToast({
    type: 2,
    key: purpose ? `tip.login.${purpose}` : 'tip.pleaseLogin',
    action: { key: 'account.login', href: loginUrl() },
  });

/** Until when the member is banned, in the community's time zone, which is named. */
const isBanEnd = (payload: unknown): payload is { until: string; time_zone: string } =>
  typeof payload === 'object' && payload !== null && 'until' in payload && 'time_zone' in payload;

/** Values for the placeholders of an error's text, with dates as readers' pages have them. */
export function errorValues({ code, payload, values }: Failure): Failure['values'] {
  if (code === 'renamed')
    return { date: typeof payload === 'string' ? formatDay(pageLang(), new Date(payload)) : '' };
  if (code === 'banned' && isBanEnd(payload))
    return banEndValues(pageLang(), new Date(payload.until), payload.time_zone);
  return values;
}

/**
 * Shows a toast for an error that the page doesn't show elsewhere. A 401 has had its toast already.
 */
export function showErrorToast(error: unknown): void {
  if (!(error instanceof Failure)) throw error;
  if (error.code === 'unauthenticated') return;
  if (error.isApiDown)
    showToast({ key: navigator.onLine ? 'tip.unavailable' : 'tip.offline', isError: true });
  else
    showToast({
      key: `error.${error.code}`,
      values: errorValues(error),
      isError: true,
      until: error.retryAt,
    });
}
