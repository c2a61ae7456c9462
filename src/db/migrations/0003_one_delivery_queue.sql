-- contraction
CREATE TABLE "delivery_event" (
	"channel" text NOT NULL,
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"events" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"browsers" integer[],
	CONSTRAINT "delivery_event_channel_user_id_key_pk" PRIMARY KEY("channel","user_id","key"),
	CONSTRAINT "delivery_event_channel" CHECK ("delivery_event"."channel" in ('mail', 'push'))
);
--> statement-breakpoint
-- The statements that insert notifications and private messages queue their deliveries.
DROP TRIGGER "notification_carried" ON "notification";--> statement-breakpoint
DROP TRIGGER "notification_carried_again" ON "notification";--> statement-breakpoint
DROP TRIGGER "letter_carried" ON "letter";--> statement-breakpoint
DROP FUNCTION "carry_notified"();--> statement-breakpoint
DROP FUNCTION "carry_received"();--> statement-breakpoint
INSERT INTO "delivery_event" ("channel", "user_id", "key", "kind", "events", "due_at", "tries", "browsers")
SELECT 'mail', "user_id", "key", "kind", "events", "due_at", 0, NULL FROM "mail_event"
UNION ALL
SELECT 'push', "user_id", "key", "kind", "events", "due_at", "tries", "browsers" FROM "push_event";--> statement-breakpoint
-- Emails that wait name keys instead of ids. The oldest have no key.
UPDATE "mail" m
SET "refs" = coalesce(
  (
    SELECT jsonb_agg(jsonb_build_object('key', r.key, 'events', r.events))
    FROM (
      SELECT
        coalesce(
          ref.k,
          (
            SELECT carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id, n.comment_id)
            FROM "notification" n
            WHERE n.id = ref.n
          ),
          (SELECT 'letter:' || l.sender_id FROM "letter" l WHERE l.id = ref.l)
        ) AS key,
        ref.e AS events
      FROM jsonb_to_recordset(m.refs) AS ref(k text, n int, l int, e int)
    ) r
    WHERE r.key IS NOT NULL
  ),
  '[]'
)
WHERE m.kind = 'notices' AND m.state IN ('waiting', 'sending') AND jsonb_typeof(m.refs) = 'array';--> statement-breakpoint
DROP FUNCTION "carried_key"(int, text, text, int, int, int);--> statement-breakpoint
DROP TABLE "mail_event" CASCADE;--> statement-breakpoint
DROP TABLE "push_event" CASCADE;--> statement-breakpoint
ALTER TABLE "delivery_event" ADD CONSTRAINT "delivery_event_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "delivery_event_due" ON "delivery_event" USING btree ("channel","due_at");
