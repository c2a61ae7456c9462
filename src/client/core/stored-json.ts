import { readLoginToken } from './page-info.ts';

type Area = 'localStorage' | 'sessionStorage';

/**
 * What this browser, or this tab, stores under a key as JSON; undefined for nothing, where storage
 * is forbidden, or when something else wrote into it.
 */
export function readStored<Value>(key: string, area: Area = 'localStorage'): Value | undefined {
  try {
    return (JSON.parse(globalThis[area].getItem(key) ?? 'null') as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or deletes it when it is undefined; false where storage is full or forbidden. */
export function writeStored(
  key: string,
  value: object | number | undefined,
  area: Area = 'localStorage',
): boolean {
  try {
    if (value === undefined) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A value, and the login that it belongs to. */
interface OfLogin<Value> {
  xsrf: string;
  value: Value;
}

/** As readStored, of the present login alone: what another one has stored is undefined. */
export function readOfLogin<Value>(key: string, area?: Area): Value | undefined {
  const stored = readStored<OfLogin<Value>>(key, area);
  return stored?.xsrf === readLoginToken() ? stored.value : undefined;
}

/** As writeStored, for what belongs to the present login alone. */
export const writeOfLogin = (
  key: string,
  value: object | number | undefined,
  area?: Area,
): boolean =>
  writeStored(
    key,
    value && ({ xsrf: readLoginToken(), value } satisfies OfLogin<typeof value>),
    area,
  );
