import { ofetch } from 'ofetch';
import type { Env } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';

/**
 * Tells a cache in front that these pages changed. A failure is logged and doesn't stop publishing:
 * files are the truth.
 */
export type PurgeCdn = (paths: readonly string[]) => Promise<void>;

/**
 * Purges of the supported caches; CDN_URL is the cache's (varnish) or the API's address, CDN_TOKEN
 * its secret.
 */
export function createCdnPurge(env: Env, log: Logger): PurgeCdn {
  const { CDN, CDN_URL, CDN_TOKEN, SITE_URL } = env;
  const sendEach = async (paths: readonly string[], send: (path: string) => Promise<unknown>) =>
    void (await Promise.all(paths.map(send)));
  const senders: Record<Env['CDN'], PurgeCdn> = {
    none: async () => {},
    varnish: (paths) =>
      sendEach(paths, (path) =>
        ofetch(path, {
          baseURL: CDN_URL ?? SITE_URL,
          method: 'PURGE' as 'POST',
          responseType: 'text',
          retry: 2,
        }),
      ),
    cloudflare: async (paths) => {
      for (let from = 0; from < paths.length; from += 30) {
        await ofetch(`${CDN_URL}/purge_cache`, {
          method: 'POST',
          headers: { authorization: `Bearer ${CDN_TOKEN}` },
          body: { files: paths.slice(from, from + 30).map((path) => SITE_URL + path) },
          retry: 2,
        });
      }
    },
    fastly: (paths) =>
      sendEach(paths, (path) =>
        ofetch(SITE_URL + path, {
          method: 'PURGE' as 'POST',
          headers: { 'fastly-key': CDN_TOKEN ?? '' },
          responseType: 'text',
          retry: 2,
        }),
      ),
  };
  return async (paths) => {
    try {
      await senders[CDN](paths);
    } catch (error) {
      log.error({ err: error, pages: paths.length }, 'the cache in front could not be purged');
    }
  };
}
