import type { Key } from '#i18n/key.ts';
import { call } from '../api.ts';
import { report, tell } from '../tips.ts';
import { refreshCounts } from './me.ts';

/** What acts of administrators answer. */
export interface Done {
  changed: number[];
  /** The calls that take it back, in order. */
  undo: { path: string; body: Record<string, unknown> }[];
}

/**
 * Tells that something was done, with the way back where there is one; `again` looks anew at what
 * it changed.
 */
export function tellDone(
  key: Key,
  values: Record<string, string | number>,
  undo: Done['undo'],
  again: () => void,
): void {
  refreshCounts();
  const back = async () => {
    try {
      for (const { path, body } of undo) await call(path, { method: 'POST', body });
      tell({ key: 'admin.undone' });
    } catch (error) {
      report(error);
    }
    again();
    refreshCounts();
  };
  tell({
    key,
    values,
    ...(undo.length > 0 ? { action: { key: 'admin.undo', run: () => void back() } } : {}),
  });
}
