import { CONFIG_NAMES, type ConfigName, getConfigEntry } from '#contracts/config-entries.ts';
import { AppError } from '#contracts/errors.ts';
import { readAppIcon } from '#domain/config/app-icon.ts';
import { toConfigEntryWire } from '#domain/config/present.ts';
import { readConfig } from '#domain/config/read.ts';
import { readPublicPosts } from '#domain/content/post/public-feed.ts';
import { readUserTags } from '#domain/people/read-user.ts';
import { answerCalls } from '../../http/answer-calls.ts';
import { getReads } from '../../http/own-writes.ts';

const isConfigName = (name: string): name is ConfigName =>
  (CONFIG_NAMES as readonly string[]).includes(name);

export const publicRoutes = answerCalls({
  'GET /v2/public/posts': async (c, { query: { id, ...range } }) => {
    const { env } = c.var.deps;
    return readPublicPosts(getReads(c), { siteUrl: env.SITE_URL, id: id || undefined, ...range });
  },

  'GET /v2/public/user/tags': (c, { query: { user_id } }) =>
    readUserTags(getReads(c), { userId: user_id }),

  'GET /v2/public/config/{name}': async (c, { params: { name } }) => {
    if (!isConfigName(name)) throw new AppError('notFound');
    const entry = await readConfig(getReads(c), name);
    if (entry) return toConfigEntryWire(entry);
    const { initial } = getConfigEntry(name);
    if (!initial) throw new AppError('notFound');
    return toConfigEntryWire({ id: 0, field: name, value: initial, version: 0 });
  },

  'GET /v2/public/app-icon/{name}': async (c, { params: { name } }) => {
    const { db, env } = c.var.deps;
    const icon = await readAppIcon(db, env, name);
    return c.body(new Uint8Array(icon), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    });
  },
});
