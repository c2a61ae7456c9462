import type { IncomingMessage, ServerResponse } from 'node:http';
import { OpenAPIHono } from '@hono/zod-openapi';
import { except } from 'hono/combine';
import { createBuiltinProvider } from '#auth/oidc/builtin-provider.ts';
import { openCaptchaProvider } from '#captcha/open-captcha.ts';
import { VisitCounter } from '#domain/forums/visit-counter.ts';
import type { ApiEnv, Deps } from './http/context.ts';
import { handleError, handleNotFound } from './http/errors.ts';
import { createHealthCheck } from './http/health-check.ts';
import { authenticate } from './http/middleware/authenticate.ts';
import { setContentPolicy } from './http/middleware/content-policy.ts';
import { checkCsrf } from './http/middleware/csrf.ts';
import { countForumVisits } from './http/middleware/forum-visits.ts';
import { cancelHeadBody } from './http/middleware/head-body.ts';
import { initRequest } from './http/middleware/init-request.ts';
import { rejectNul } from './http/middleware/reject-nul.ts';
import { cacheResponses, recordWrites } from './http/middleware/response-cache.ts';
import { guardAdminArea } from './routes/admin/admin-access.ts';
import { adminLoginRoutes } from './routes/admin/login.ts';
import { adminRoutes } from './routes/admin/routes.ts';
import { moderationActionRoutes } from './routes/moderation/actions.ts';
import { moderatorViewRoutes } from './routes/moderation/moderator-view.ts';
import { moderationQueueRoutes } from './routes/moderation/queues.ts';
import { registerApiDocs } from './routes/site/api-docs.ts';
import { bookmarkRoutes } from './routes/site/bookmarks.ts';
import { captchaRoutes } from './routes/site/captcha.ts';
import { commentRoutes } from './routes/site/comments.ts';
import { credentialRoutes } from './routes/site/credentials.ts';
import { draftRoutes } from './routes/site/drafts.ts';
import { eventRoutes } from './routes/site/events.ts';
import { forumRoutes } from './routes/site/forums.ts';
import { loginRoutes } from './routes/site/login.ts';
import { mailRoutes } from './routes/site/mail.ts';
import { messageRoutes } from './routes/site/messages.ts';
import { myContentRoutes } from './routes/site/my-content.ts';
import { ownDataRoutes } from './routes/site/own-data.ts';
import { pollRoutes } from './routes/site/polls.ts';
import { publicRoutes } from './routes/site/public.ts';
import { pushRoutes } from './routes/site/push.ts';
import { reactionRoutes } from './routes/site/reactions.ts';
import { readingRoutes } from './routes/site/reading.ts';
import { replyRoutes } from './routes/site/replies.ts';
import { revisionRoutes } from './routes/site/revisions.ts';
import { searchRoutes } from './routes/site/search.ts';
import { settingsRoutes } from './routes/site/settings.ts';
import { setupRoutes } from './routes/site/setup.ts';
import { threadReadRoutes } from './routes/site/threads-read.ts';
import { threadWriteRoutes } from './routes/site/threads-write.ts';
import { uploadRoutes } from './routes/site/uploads.ts';
import { userRoutes } from './routes/site/users.ts';
import { watchingRoutes } from './routes/site/watching.ts';

type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** Frequently requested lists. Threads aren't cached: requesting one counts a view. */
const CACHED_PATHS = [
  '/api/v1/thread/index',
  '/api/v1/thread/post/list',
  '/api/v1/thread/post/comment',
  '/api/v1/forum',
  '/api/v1/forum/rows',
  '/api/v1/forum/id',
  '/api/v2/public/posts',
];

/** The whole API, and the built-in identity provider if it is allowed. */
export async function createApi(
  baseDeps: Deps,
): Promise<{ api: OpenAPIHono<ApiEnv>; provider?: NodeListener; visits: VisitCounter }> {
  const visits = new VisitCounter(baseDeps.db, baseDeps.env.TIME_ZONE, (error) =>
    baseDeps.log.warn({ err: error }, 'visits.countFailed'),
  );
  const deps: Deps = {
    captcha: openCaptchaProvider(baseDeps.env, baseDeps.db),
    visits,
    ...baseDeps,
  };
  const api = new OpenAPIHono<ApiEnv>();
  api.onError(handleError);
  api.notFound(handleNotFound);
  api.use(cancelHeadBody(), initRequest(deps), setContentPolicy(), rejectNul());
  const health = createHealthCheck({ db: baseDeps.db, replica: baseDeps.replica });
  /** Responds with the state of a check, for load balancers and operators. */
  const answerCheck = (path: string, check: () => Promise<{ ok: boolean }>) =>
    api.get(path, async (c) => {
      const state = await check();
      return c.json(state, state.ok ? 200 : 503, {
        'cache-control': 'no-store',
        ...(state.ok ? {} : { 'retry-after': '5' }),
      });
    });
  answerCheck('/api/live', async () => ({ ok: true }));
  answerCheck('/api/health', health);
  if (baseDeps.readiness) answerCheck('/api/ready', baseDeps.readiness);
  api.use('/api/v1/*', authenticate(), checkCsrf(), recordWrites());
  api.use(
    '/api/v2/admin/*',
    authenticate('admin'),
    checkCsrf('admin'),
    guardAdminArea(),
    recordWrites(),
  );
  api.use('/api/v2/*', except('/api/v2/admin/*', authenticate(), checkCsrf(), recordWrites()));
  api.use('/api/v1/forum/id', countForumVisits());
  const cacheMiddleware = cacheResponses();
  for (const path of CACHED_PATHS) api.use(path, cacheMiddleware);
  for (const routes of [
    loginRoutes,
    forumRoutes,
    threadReadRoutes,
    userRoutes,
    publicRoutes,
    myContentRoutes,
    messageRoutes,
    draftRoutes,
    threadWriteRoutes,
    replyRoutes,
    commentRoutes,
    uploadRoutes,
    reactionRoutes,
    bookmarkRoutes,
    watchingRoutes,
    readingRoutes,
    pollRoutes,
    searchRoutes,
    captchaRoutes,
    revisionRoutes,
    eventRoutes,
    settingsRoutes,
    credentialRoutes,
    setupRoutes,
    ownDataRoutes,
    mailRoutes,
    pushRoutes,
    moderationActionRoutes,
    moderationQueueRoutes,
    moderatorViewRoutes,
    ...adminRoutes,
  ])
    api.route('/api', routes);
  api.route('/', adminLoginRoutes);
  registerApiDocs(api);
  const { handle } = createBuiltinProvider(deps);
  return { api, visits, ...(handle ? { provider: handle } : {}) };
}
