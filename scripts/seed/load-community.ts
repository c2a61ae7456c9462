import { marked } from 'marked';
import { DEFAULT_FRAME_HOSTS } from '#contracts/iframes.ts';
import type { Db } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { type SanitizePolicy, toPolicyVersion } from '#domain/message/sanitize-policy.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { createIndexedState } from '#domain/search/reindex.ts';
import type { Env } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { configEntries } from './config-entries.ts';
import { createPictureDrawer, type Picture } from './draw-pictures.ts';
import { seedForums } from './load-forums.ts';
import { seedPeople } from './load-people.ts';
import { type SeededPost, seedPosts, seedThreads, seedUploads } from './load-posts.ts';
import { seedNotifications, seedReactions } from './load-reactions.ts';
import { loadOperations } from './operations/load-operations.ts';
import { parseAllContent, type ThreadSeed } from './parse-content.ts';
import { people } from './people.ts';
import { recountAll, renumberNotifications, restartSequences } from './recount.ts';
import { createTimeline } from './timeline.ts';

/** HTML of a content file's Markdown, as an author would send it, with its pictures. */
async function renderMarkdown(
  markdown: string,
  picture: (name: string) => Promise<Picture>,
  used: Set<string>,
): Promise<string> {
  let html = await marked.parse(markdown, { gfm: true, breaks: true });
  for (const [whole, before, name, after] of [
    ...html.matchAll(/<img ([^>]*)src="art:([\w-]+)"([^>]*)>/g),
  ]) {
    const drawnPicture = await picture(name as string);
    used.add(drawnPicture.hash);
    html = html.replace(
      whole,
      `<img ${before}src="${drawnPicture.url}"${after} width="${drawnPicture.width}" height="${drawnPicture.height}">`,
    );
  }
  return html;
}

interface LoadOptions {
  /** All times are relative to it. */
  now?: Date;
  /** Whether to add reports, held posts, messages etc.: see loadOperations. */
  operations?: boolean;
}

/** Seeds an empty database with the demo community, atomically. Returns counts. */
export async function loadCommunity(
  db: Db,
  env: Env,
  { now = new Date(), operations = true }: LoadOptions = {},
): Promise<{ threads: number; posts: number; people: number }> {
  const storage = openStorage(env);
  const drawn: Picture[] = [];
  const pictureOf = createPictureDrawer(storage);
  const picture = async (name: string, width?: number) => {
    const drawnPicture = await pictureOf(name, width);
    drawn.push(drawnPicture);
    return drawnPicture;
  };
  const policy: SanitizePolicy = {
    frameHosts: DEFAULT_FRAME_HOSTS,
    version: toPolicyVersion(1),
    siteHost: new URL(env.SITE_URL).host,
  };
  const threads: ThreadSeed[] = parseAllContent();
  const { posts } = createTimeline(threads, now);
  const written: SeededPost[] = [];
  for (const post of posts) {
    const used = new Set<string>();
    const html = await renderMarkdown(post.reply?.markdown ?? post.thread.markdown, picture, used);
    written.push({
      ...post,
      message: await prepareMessage(html, policy, { outline: post.floor === 0 }),
      pictures: used,
    });
  }
  const entries = await configEntries(
    picture,
    now,
    (subject) => posts.find((post) => post.thread.subject.includes(subject))?.threadId,
  );
  await db.transaction(async (tx) => {
    await seedPeople(tx, now);
    const places = await seedForums(tx);
    await seedThreads(tx, written, places);
    await seedPosts(tx, written, places);
    await seedReactions(tx, written, policy, now);
    await seedNotifications(tx, written, now);
    await seedUploads(tx, written, drawn);
    await tx.insert(schema.configEntry).values(entries);
    await tx.insert(schema.siteState).values(createIndexedState());
    await recountAll(tx, env.TIME_ZONE);
    if (operations) await loadOperations(tx, now, { written, places, policy });
    await renumberNotifications(tx);
    await restartSequences(tx);
  });
  // searches work from the first page on; the server would index a moment later
  await indexAllChanges(db);
  return { threads: threads.length, posts: posts.length, people: people.length };
}
