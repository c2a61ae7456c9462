import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, timestampTz, updatedAt } from './columns.ts';

const snapshot = customType<{ data: string }>({ dataType: () => 'pg_snapshot' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** A published page, and what it was rendered from. */
export const publishedPage = pgTable(
  'published_page',
  {
    path: text().primaryKey(),
    tags: text().array().notNull(),
    /** Hash of the file's content; empty if the page was taken down or set aside. */
    hash: text().notNull(),
    /** Fingerprint of its templates. */
    build: text().notNull(),
    renderedAt: timestampTz().notNull(),
    /** Transactions visible to the rendering; null if unknown. Invalidations by them are done. */
    seen: snapshot(),
    /** Deep list pages expire. */
    expiresAt: timestampTz(),
    /** When it was set aside: outdated, and served only while no newer one can be rendered. */
    setAsideAt: timestampTz(),
  },
  (t) => [
    // With fast updates, each lookup of a tag would also read the pending list.
    index('published_page_tags').using('gin', t.tags).with({ fastupdate: false }),
    index('published_page_build').on(t.build),
    index('published_page_expiry').on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
    index('published_page_aside').on(t.setAsideAt).where(sql`${t.setAsideAt} is not null`),
  ],
);

/** Tags of committed writes whose pages aren't re-rendered yet: the publisher's inbox. */
export const invalidationRow = pgTable(
  'invalidation',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tag: text().notNull(),
    /** `urgency` of outbox/invalidation.ts. */
    urgency: smallint().notNull(),
    /** The transaction that invalidated it. */
    transactionId: transactionId().notNull().default(sql`pg_current_xact_id()`),
    createdAt: createdAt(),
  },
  (t) => [
    index('invalidation_next').on(t.urgency, t.id),
    check('invalidation_urgency', sql`${t.urgency} between 0 and 4`),
  ],
);

/** Purges that the CDN hasn't confirmed; confirmed rows are deleted. */
export const cdnPurge = pgTable(
  'cdn_purge',
  {
    /** A page's address or a group key; see publish/files/purge-keys.ts. */
    key: text().primaryKey(),
    /** Withheld content is purged before new content, and twice. */
    takedown: boolean().notNull(),
    /** Rises if it is requested again while it is being sent: then it is sent once more. */
    version: integer().notNull().default(1),
    attempts: integer().notNull().default(0),
    error: text().notNull().default(''),
    createdAt: createdAt(),
    /** When it is sent or retried. */
    nextAt: createdAt(),
    /** When a takedown was confirmed the first time. */
    confirmedAt: timestampTz(),
  },
  (t) => [index('cdn_purge_next').on(t.takedown, t.nextAt)],
);

/** Facts about this database other than content, e.g. the site that it was last published to. */
export const siteState = pgTable('site_state', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: updatedAt(),
});

/**
 * Pages whose file is being replaced, was withdrawn, or is to be recompressed. A separate table: an
 * indexed column of published_page would make each rendering update all its indexes.
 */
export const pageWrite = pgTable(
  'page_write',
  {
    path: text().primaryKey(),
    begunAt: createdAt(),
    /** When the file was replaced; null while it is being replaced. */
    writtenAt: timestampTz(),
    /** Removed unread during a burst of writes, and rendered again after it. */
    withdrawn: boolean().notNull().default(false),
  },
  (t) => [index('page_write_written').on(t.writtenAt).where(sql`${t.writtenAt} is not null`)],
);

/** Pages that failed to render, with their next attempt; deleted on success. */
export const publishFailure = pgTable(
  'publish_failure',
  {
    path: text().primaryKey(),
    message: text().notNull(),
    times: integer().notNull().default(1),
    /** It ended the renderer's thread: requests don't retry it before it is due. */
    fatal: boolean().notNull().default(false),
    firstAt: createdAt(),
    lastAt: createdAt(),
    nextAt: createdAt(),
  },
  (t) => [index('publish_failure_next').on(t.nextAt)],
);
