import { requireActor } from '#auth/guards.ts';
import { LISTED_KINDS } from '#contracts/watching.ts';
import { readWatched, readWatchLevels } from '#domain/delivery/watch/read.ts';
import { setWatch } from '#domain/delivery/watch/set-watch.ts';
import { answerCalls } from '../../http/answer-calls.ts';

export const watchingRoutes = answerCalls({
  'GET /v2/user/watched': (c, { db, query: { of, muted, offset, limit } }) =>
    readWatched(db, requireActor(c), {
      kinds: LISTED_KINDS[of],
      muted: muted === '1',
      page: offset,
      limit,
    }),

  'GET /v2/user/watch': (_, { db, actorId, query }) =>
    readWatchLevels(db, { userId: actorId, ...query }),

  'POST /v2/user/watch': (c, { db, body: { kind, id, level } }) =>
    setWatch(db, requireActor(c), kind, id, level ?? undefined),
});
