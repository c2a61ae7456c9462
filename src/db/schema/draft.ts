import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { createdAt, id, updatedAt } from './columns.ts';
import { forum } from './forum.ts';
import { post } from './post.ts';
import { thread } from './thread.ts';
import { user } from './user.ts';

export interface DraftBody {
  themeId?: number | undefined;
  subject?: string | undefined;
  message?: string | undefined;
  language?: string | undefined;
  poll?: unknown;
  /** The quoted post of a reply, as displayed above it. */
  quote?: unknown;
  /** The revision of an edited thread on which the text is based. */
  revision?: number | undefined;
  /** The editor session that saved it last (domain/content/draft/save.ts). */
  writer?: string | undefined;
}

/** Unsent text: a new thread, or a reply if threadId is set (R27). */
export const draft = pgTable(
  'draft',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    forumId: integer().references(() => forum.id, { onDelete: 'set null' }),
    threadId: integer().references(() => thread.id, { onDelete: 'cascade' }),
    postId: integer().references(() => post.id, { onDelete: 'cascade' }),
    body: jsonb().$type<DraftBody>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('draft_user').on(t.userId, t.updatedAt.desc().nullsFirst()),
    index('draft_thread').on(t.threadId).where(sql`${t.threadId} is not null`),
    index('draft_post').on(t.postId).where(sql`${t.postId} is not null`),
  ],
);
