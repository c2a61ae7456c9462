import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import type { DeliveryChannel } from '#contracts/mailing.ts';
import { timestampTz } from './columns.ts';
import { user } from './user.ts';

/** Notifications and private messages to deliver when due (domain/delivery/events.ts). */
export const deliveryEvent = pgTable(
  'delivery_event',
  {
    channel: text().$type<DeliveryChannel>().notNull(),
    userId: integer()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Groups events; the tag of the message in a browser (domain/delivery/event-keys.ts). */
    key: text().notNull(),
    kind: text().notNull(),
    /** Number of merged events. */
    events: integer().notNull().default(1),
    dueAt: timestampTz().notNull(),
    /** Failed deliveries by push; an email counts its own. */
    tries: smallint().notNull().default(0),
    /** Browsers that still need it; null: all. */
    browsers: integer().array(),
  },
  (t) => [
    primaryKey({ columns: [t.channel, t.userId, t.key] }),
    index('delivery_event_due').on(t.channel, t.dueAt),
    check('delivery_event_channel', sql`${t.channel} in ('mail', 'push')`),
  ],
);
