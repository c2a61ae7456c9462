import type { ForumBriefWire, SectionWire, ThemeWire } from '#contracts/wire/forum.ts';
import { AppError } from '#contracts/errors.ts';
import { statement } from '#db/statement.ts';
import { mayReadForum, readableSql, readerOf } from './access.ts';
import { presentSection } from './present.ts';
import { communityAt, communityVersionSql, readCommunity } from './wire-community.ts';
import type { Reading } from './wire-reading.ts';

const readableNow = statement<{ version: string; ids: number[] }>(`
  select ${communityVersionSql('$1')} as version, array(select f.id from forum f where ${readableSql('f', '$2')}) as ids`);

/** The forums that the viewer may read, in the order of their sections. */
export async function readForumRows(reading: Reading): Promise<ForumBriefWire[]> {
  return (await readForumSections(reading)).flatMap((section) => section.forum);
}

/** Sections, each with the forums that the viewer may read; a section with none of them isn't shown. */
export async function readForumSections({ db, timeZone, viewer }: Reading): Promise<SectionWire[]> {
  const [now] = await readableNow(db, [timeZone, readerOf(viewer)]);
  const community = await communityAt(db, timeZone, now?.version ?? '');
  const readable = new Set(now?.ids);
  const forums = [...community.forums.values()].filter((forum) => readable.has(forum.id));
  return community.sections.map((section) => presentSection(section, forums.filter((forum) => forum.type_id === section.id))).filter((section) => section.forum.length > 0);
}

/** The kinds of thread that a forum offers. Throws notFound, also for a forum that the viewer may not read. */
export async function readThemes({ db, timeZone, viewer }: Reading, forumId: number): Promise<ThemeWire[]> {
  const [readable, community] = await Promise.all([mayReadForum(db, forumId, viewer), readCommunity(db, timeZone)]);
  if (!readable) throw new AppError('notFound');
  return [...community.themes.values()].filter((theme) => theme.forum_id === forumId);
}
