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

/** A page that stands as a file, and what it was made from. */
export const publishedPage = pgTable(
  'published_page',
  {
    path: text().primaryKey(),
    tags: text().array().notNull(),
    /** Names the content of the file; empty when there is none: it was taken down, or set aside. */
    hash: text().notNull(),
    /** Fingerprint of the templates that made it. */
    build: text().notNull(),
    renderedAt: timestampTz().notNull(),
    /**
     * Which transactions the rendering has seen; null when that isn't known. An order by one of
     * them is done already.
     */
    seen: snapshot(),
    /** Deep list pages are kept for a short time only. */
    expiresAt: timestampTz(),
    /**
     * Since when the page stands aside: it is out of date, and shown only while no newer one can be
     * made.
     */
    setAsideAt: timestampTz(),
  },
  (t) => [
    // A list of what is still to be sorted in would be read for each tag that is looked for.
    index('published_page_tags').using('gin', t.tags).with({ fastupdate: false }),
    index('published_page_build').on(t.build),
    index('published_page_expiry').on(t.expiresAt).where(sql`${t.expiresAt} is not null`),
    index('published_page_aside').on(t.setAsideAt).where(sql`${t.setAsideAt} is not null`),
  ],
);

/**
 * Tags that a committed write touched and whose pages aren't rendered again yet: the publisher's
 * inbox.
 */
export const touchedTag = pgTable(
  'touched_tag',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    tag: text().notNull(),
    /** See `urgency` in publish/outbox/invalidation.ts. */
    urgency: smallint().notNull(),
    /** The write that invalidated it. */
    transactionId: transactionId().notNull().default(sql`pg_current_xact_id()`),
    createdAt: createdAt(),
  },
  (t) => [
    index('touched_tag_next').on(t.urgency, t.id),
    check('touched_tag_urgency', sql`${t.urgency} between 0 and 4`),
  ],
);

/**
 * What a cache in front of the site must forget and hasn't confirmed yet; the row goes when it has.
 */
export const cdnPurge = pgTable(
  'cdn_purge',
  {
    /** A page's address, or what pages have in common; see publish/files/purge-keys.ts. */
    key: text().primaryKey(),
    /** What has been withheld goes before what is merely new, and is purged twice. */
    takedown: boolean().notNull(),
    /** Asked for once more while it was sent, it must be sent once more. */
    version: integer().notNull().default(1),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed. */
    error: text().notNull().default(''),
    createdAt: createdAt(),
    /** When it is sent, or sent again. */
    nextAt: createdAt(),
    /** Of a takedown: confirmed once. */
    confirmedAt: timestampTz(),
  },
  (t) => [index('cdn_purge_next').on(t.takedown, t.nextAt)],
);

/** Facts about this database that aren't content, e.g. what its site was last published from. */
export const siteState = pgTable('site_state', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: updatedAt(),
});

/**
 * Pages whose file is being replaced, so that what a killed writer left is known, and pages that
 * wait for their smaller forms. A table of its own: a column in published_page would have an index,
 * and each rendering would then write all its indexes anew.
 */
export const pageWrite = pgTable(
  'page_write',
  {
    path: text().primaryKey(),
    begunAt: createdAt(),
    /** When the file was replaced; null while it is being replaced. */
    writtenAt: timestampTz(),
  },
  (t) => [index('page_write_written').on(t.writtenAt).where(sql`${t.writtenAt} is not null`)],
);

/**
 * Pages that could not be rendered when they were last tried, and the order to try again; the row
 * goes when one can.
 */
export const publishFailure = pgTable(
  'publish_failure',
  {
    path: text().primaryKey(),
    message: text().notNull(),
    times: integer().notNull().default(1),
    /** It ended the thread that rendered it: nobody's request tries it before its time. */
    fatal: boolean().notNull().default(false),
    firstAt: createdAt(),
    lastAt: createdAt(),
    /** When it is tried again. */
    nextAt: createdAt(),
  },
  (t) => [index('publish_failure_next').on(t.nextAt)],
);
