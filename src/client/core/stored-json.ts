import { readLoginToken } from './page-info.ts';

type Area = 'localStorage' | 'sessionStorage';

/** The stored JSON value; undefined if missing or invalid, or if storage is forbidden. */
export function readStored<Value>(key: string, area: Area = 'localStorage'): Value | undefined {
  try {
    return (JSON.parse(globalThis[area].getItem(key) ?? 'null') as Value | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or deletes an undefined one; false if storage is full or forbidden. */
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

/** A value and the token of its login. */
interface OfLogin<Value> {
  xsrf: string;
  value: Value;
}

/** As readStored, but undefined if another login stored the value. */
export function readOfLogin<Value>(key: string, area?: Area): Value | undefined {
  const stored = readStored<OfLogin<Value>>(key, area);
  return stored?.xsrf === readLoginToken() ? stored.value : undefined;
}

/** As writeStored, for the current login only. */
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
