import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampTz } from './columns.ts';
import { post } from './post.ts';
import { user } from './user.ts';

/** Stored files, addressed by the hash of their bytes. */
export const upload = pgTable(
  'upload',
  {
    id: id(),
    hash: text().notNull().unique(),
    path: text().notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Widths of the variants of the original. */
    variants: integer().array().notNull().default([]),
    userId: integer().references(() => user.id),
    createdAt: createdAt(),
    /** When something was last found to use it; the sweep deletes by it. */
    usedAt: timestampTz(),
    /** When all its files were stored; null before, or if that failed: then it isn't shown. */
    storedAt: timestampTz().defaultNow(),
    /** When removal of its files started (domain/uploads/sweep.ts). */
    sweptAt: timestampTz(),
  },
  (t) => [
    index('upload_unused').on(t.createdAt).where(sql`${t.usedAt} is null`),
    index('upload_user').on(t.userId),
  ],
);

export const postUpload = pgTable(
  'post_upload',
  {
    postId: integer()
      .notNull()
      .references(() => post.id, { onDelete: 'cascade' }),
    uploadId: integer()
      .notNull()
      .references(() => upload.id),
  },
  (t) => [
    primaryKey({ columns: [t.postId, t.uploadId] }),
    index('post_upload_upload').on(t.uploadId),
  ],
);
