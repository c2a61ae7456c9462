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
