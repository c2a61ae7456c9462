import { requireActor } from '#auth/guards.ts';
import { LISTED_KINDS } from '#contracts/watching.ts';
import { readWatched, readWatchLevels } from '#domain/watch/read.ts';
import { setWatch } from '#domain/watch/set-watch.ts';
import { answerCalls } from '../../http/answer-calls.ts';

/* What members watch and mute. */

export const watchingRoutes = answerCalls({
  'GET /v2/user/watched': (c, { query: { of, muted, offset, limit: pageSize } }) =>
    readWatched(c.var.deps.db, requireActor(c), {
      kinds: LISTED_KINDS[of],
      muted: muted === '1',
      page: offset,
      limit: pageSize,
    }),

  'GET /v2/user/watch': (c, { query: { kind, ids: targetIds } }) =>
    readWatchLevels(c.var.deps.db, requireActor(c).userId, kind, targetIds),

  'POST /v2/user/watch': async (c, { body: { kind, id, level } }) => {
    await setWatch(c.var.deps.db, requireActor(c), kind, id, level ?? undefined);
  },
});
