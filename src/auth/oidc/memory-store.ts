import type { Adapter, Stored } from 'oidc-provider/lib/provider.js';

/**
 * Logins under way and sessions of a development machine are few; what is past this was forgotten
 * by its owner.
 */
const MAX_ENTRIES = 5_000;

/**
 * The built-in provider's memory, gone with the process: for one machine's development, like all of
 * the provider.
 */
export function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, { payload: Stored; until: number }>();

  const getValidEntry = (key: string): Stored | undefined => {
    const entry = entries.get(key);
    if (entry && entry.until > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };

  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        entries.delete(key(id)); // a Map keeps its order: what was written last goes last
        entries.set(key(id), {
          payload,
          until: expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY,
        });
        for (const oldest of entries.keys()) {
          if (entries.size <= MAX_ENTRIES) break;
          entries.delete(oldest);
        }
      },
      find: async (id) => getValidEntry(key(id)),
      async findByUid(uid) {
        for (const [name, { payload }] of entries)
          if (name.startsWith(`${model}:`) && payload.uid === uid) return getValidEntry(name);
        return undefined;
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = getValidEntry(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        entries.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of entries)
          if (payload.grantId === grantId) entries.delete(name);
      },
    };
  };
}
