import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { booleanFlag, createdAt, id, timestampTz } from './columns.ts';
import { user } from './user.ts';

export const ban = pgTable(
  'ban',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => user.id),
    moderatorId: integer()
      .notNull()
      .references(() => user.id),
    reason: text().notNull(),
    beginAt: timestampTz().notNull(),
    /** null: until it is lifted. */
    endAt: timestampTz(),
    hideContent: booleanFlag(),
    liftedAt: timestampTz(),
    liftedBy: integer().references(() => user.id),
    createdAt: createdAt(),
  },
  (t) => [
    index('ban_user').on(t.userId, t.id.desc().nullsFirst()),
    index('ban_created').on(t.createdAt),
    index('ban_in_force').on(t.endAt).where(sql`${t.liftedAt} is null`),
    check('ban_order', sql`${t.endAt} is null or ${t.endAt} > ${t.beginAt}`),
  ],
);
