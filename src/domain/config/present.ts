import type { ConfigEntryWire } from '#contracts/wire/replies.ts';
import type { StoredConfig } from './read.ts';

export const toConfigEntryWire = (entry: StoredConfig): ConfigEntryWire => ({
  id: entry.id,
  field: entry.field,
  value: JSON.stringify(entry.value),
});
