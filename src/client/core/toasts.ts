import { atom } from 'nanostores';
import { banEndValues, formatDay } from '#i18n/format.ts';
import type { TranslationKey } from '#i18n/translation-key.ts';
import { Failure } from './failure.ts';
import { loginUrl, pageLang } from './page-info.ts';

export interface Toast {
  id: number;
  /** 1 is a message, 2 offers to log in (R18). */
  type: 1 | 2;
  key: TranslationKey;
  values?: Record<string, string | number> | undefined;
  isError?: boolean | undefined;
  /** The text counts down to this time (ms since 1970), in seconds. */
  until?: number | undefined;
  /** Shown until it is closed or used. */
  stays?: boolean | undefined;
  action?: { key: TranslationKey; href?: string; run?(): void } | undefined;
}

/** The last one is shown; earlier ones reappear after it. */
export const $toasts = atom<readonly Toast[]>([]);

let lastId = 0;

/** A replaced toast reappears if it `stays`. A toast that stays follows a passing one. */
export function showToast(tip: Omit<Toast, 'id' | 'type'> & { type?: Toast['type'] }): void {
  const others = $toasts.get().filter(({ key }) => key !== tip.key);
  const lasting = others.filter(({ stays }) => stays);
  const passing = tip.stays ? others.filter(({ stays }) => !stays) : [];
  $toasts.set([...lasting, { type: 1 as const, ...tip, id: ++lastId }, ...passing]);
}

export const dismissToast = (id: number): void =>
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));

/** Removes a toast whose offer the reader accepted elsewhere. */
export const dismissToastOf = (key: Toast['key']): void =>
  $toasts.set($toasts.get().filter((toast) => toast.key !== key));

/** A visitor's action that needs a login. */
export type LoginPurpose = 'reply' | 'comment' | 'like' | 'favourite' | 'vote' | 'watch';

/** Asks the visitor to log in, for the given purpose if known (R18). */
export const showLoginToast = (purpose?: LoginPurpose): void =>
  showToast({
    type: 2,
    key: purpose ? `tip.login.${purpose}` : 'tip.pleaseLogin',
    action: { key: 'account.login', href: loginUrl() },
  });

/** End of the member's ban, in the community's time zone. */
const isBanEnd = (payload: unknown): payload is { until: string; time_zone: string } =>
  typeof payload === 'object' && payload !== null && 'until' in payload && 'time_zone' in payload;

/** Values for an error text's placeholders, with dates formatted as on pages. */
export function errorValues({ code, payload, values }: Failure): Failure['values'] {
  if (code === 'renamed')
    return { date: typeof payload === 'string' ? formatDay(pageLang(), new Date(payload)) : '' };
  if (code === 'banned' && isBanEnd(payload))
    return banEndValues(pageLang(), new Date(payload.until), payload.time_zone);
  return values;
}

/** Shows an error that the page doesn't show elsewhere. A 401 already has a toast. */
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
