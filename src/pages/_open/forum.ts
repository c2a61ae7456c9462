import type { AstroGlobal } from 'astro';
import type { ForumPage } from '#contracts/model.ts';
import { type Area, forumPath, parseId, parseList } from '#contracts/paths.ts';
import { followsWrites, readForumPage } from '#domain/forum/read.ts';
import { absent, KEPT, opened, rootIn, type Shown } from './opened.ts';

export async function openForum(astro: AstroGlobal, area: Area): Promise<Shown<ForumPage>> {
  const { db, timeZone, made, allowed } = astro.locals;
  const rooted = rootIn(astro, area);
  const id = parseId(astro.params.id);
  const address = parseList(astro.params.list);
  const loaded =
    id && address ? await readForumPage(db, timeZone, id, address, allowed) : undefined;
  if (loaded === 'forbidden') return absent(403);
  if (!rooted || !id || !address || !loaded) return absent(404);
  made.tags = loaded.tags;
  if (!followsWrites(address)) made.keepFor = KEPT;
  return { ...opened(astro, rooted, forumPath(rooted.root, id, address)), page: loaded.data };
}
