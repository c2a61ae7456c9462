import type { Adapter, Stored } from 'oidc-provider/lib/provider.js';

/**
 * Logins under way and sessions of a development machine are few; what is past this was forgotten
 * by its owner.
 */
const MOST = 5_000;

/**
 * The built-in provider's memory, gone with the process: for one machine's development, like all of
 * the provider.
 */
export function memoryStore(): (model: string) => Adapter {
  const kept = new Map<string, { payload: Stored; until: number }>();

  const live = (key: string): Stored | undefined => {
    const found = kept.get(key);
    if (found && found.until > Date.now()) return found.payload;
    kept.delete(key);
    return undefined;
  };

  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        kept.delete(key(id)); // a Map keeps its order: what was written last goes last
        kept.set(key(id), {
          payload,
          until: expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY,
        });
        for (const oldest of kept.keys()) {
          if (kept.size <= MOST) break;
          kept.delete(oldest);
        }
      },
      find: async (id) => live(key(id)),
      async findByUid(uid) {
        for (const [name, { payload }] of kept)
          if (name.startsWith(`${model}:`) && payload.uid === uid) return live(name);
        return undefined;
      },
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = live(key(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        kept.delete(key(id));
      },
      async revokeByGrantId(grantId) {
        for (const [name, { payload }] of kept) if (payload.grantId === grantId) kept.delete(name);
      },
    };
  };
}
