import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { except } from 'hono/combine';
import { createProvider } from '#auth/oidc/provider.ts';
import { openCaptcha } from '#captcha/captcha.ts';
import { Visits } from '#domain/forum/visits.ts';
import { acting } from './acting.ts';
import { administrators } from './admin/area.ts';
import { admin } from './admin/routes.ts';
import { captcha } from './captcha.ts';
import { comment } from './comment.ts';
import type { ApiEnv, Deps } from './context.ts';
import { docs } from './docs.ts';
import { drafts } from './drafts.ts';
import { notFound, onError } from './errors.ts';
import { events } from './events.ts';
import { forum } from './forum.ts';
import { createHealth } from './health.ts';
import { keys } from './keys.ts';
import { login } from './login.ts';
import { manager } from './manager.ts';
import { member } from './member.ts';
import { messages } from './messages.ts';
import { addressText } from './middleware/address-text.ts';
import { basics } from './middleware/basics.ts';
import { csrf } from './middleware/csrf.ts';
import { keptReplies, noteWrites } from './middleware/kept.ts';
import { contentPolicy } from './middleware/policy.ts';
import { session } from './middleware/session.ts';
import { visits } from './middleware/visits.ts';
import { moderatePlaces } from './moderate-places.ts';
import { moderatePosts } from './moderate-posts.ts';
import { moderateQueues } from './moderate-queues.ts';
import { moderateThreads } from './moderate-threads.ts';
import { moderateUsers } from './moderate-users.ts';
import { moderated } from './moderated.ts';
import { post } from './post.ts';
import { postWrite } from './post-write.ts';
import { preview } from './preview.ts';
import { publicFeed } from './public.ts';
import { reactions } from './reactions.ts';
import { revisions } from './revisions.ts';
import { router } from './router.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { thread } from './thread.ts';
import { threadWrite } from './thread-write.ts';
import { upload } from './upload.ts';
import { user } from './user.ts';

type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Lists, which programs ask for most. A thread isn't among them: asking for it counts a view. */
const KEPT = [
  '/api/v1/thread/index',
  '/api/v1/thread/post/list',
  '/api/v1/thread/post/comment',
  '/api/v1/forum',
  '/api/v1/forum/rows',
  '/api/v1/forum/id',
  '/api/v2/public/posts',
];

/** The whole API, and the built-in identity provider where it is allowed. */
export async function createApi(
  given: Deps,
): Promise<{ api: OpenAPIHono<ApiEnv>; provider?: NodeListener }> {
  const counted = new Visits(given.db, given.env.TIME_ZONE, (error) =>
    given.log.warn({ err: error }, 'visits of forums could not be counted'),
  );
  const deps: Deps = { captcha: openCaptcha(given.env, given.db), visits: counted, ...given };
  const api = router();
  api.onError(onError);
  api.notFound(notFound);
  api.use(basics(deps), contentPolicy(), addressText());
  const health = createHealth(given);
  api.get('/api/health', async (c) => {
    const state = await health();
    return c.json(state, state.ok ? 200 : 503, {
      'cache-control': 'no-store',
      ...(state.ok ? {} : { 'retry-after': '5' }),
    });
  });
  api.use('/api/v1/*', session(), csrf(), noteWrites());
  api.use('/api/v2/admin/*', session('admin'), csrf('admin'), administrators(), noteWrites());
  api.use('/api/v2/*', except('/api/v2/admin/*', session(), csrf(), noteWrites()));
  api.use('/api/v1/forum/id', visits());
  const kept = keptReplies();
  for (const path of KEPT) api.use(path, kept);
  for (const routes of [
    login,
    forum,
    thread,
    post,
    user,
    publicFeed,
    member,
    messages,
    drafts,
    threadWrite,
    postWrite,
    comment,
    preview,
    upload,
    reactions,
    acting,
    search,
    captcha,
    revisions,
    events,
    settings,
    keys,
    moderated,
    moderateThreads,
    moderatePosts,
    moderateUsers,
    moderateQueues,
    moderatePlaces,
    ...admin,
  ])
    api.route('/api', routes);
  api.route('/', manager);
  docs(api);
  const { handle } = createProvider(deps);
  return { api, ...(handle ? { provider: handle } : {}) };
}
