CREATE TABLE "comment_like" (
	"user_id" integer NOT NULL,
	"comment_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_like_user_id_comment_id_pk" PRIMARY KEY("user_id","comment_id")
);
--> statement-breakpoint
DROP INDEX "notification_like";--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "likes_cnt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "comment_like" ADD CONSTRAINT "comment_like_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_like" ADD CONSTRAINT "comment_like_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_like_comment" ON "comment_like" USING btree ("comment_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "notification_like" ON "notification" USING btree ("user_id","thread_id",coalesce("post_id", 0),coalesce("comment_id", 0)) WHERE "notification"."kind" = 'like';
--> statement-breakpoint

-- The key of one notification by mail and push: likes of a comment have another than its reply's.
DROP FUNCTION "carried_key"(int, text, text, int, int);
--> statement-breakpoint
CREATE FUNCTION "carried_key"("id" int, "kind" text, "group_key" text, "thread_id" int, "post_id" int, "comment_id" int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    group_key,
    CASE WHEN kind = 'like' THEN format('like:%s:%s', thread_id, post_id) || coalesce(':' || comment_id, '') END,
    'n:' || id
  )
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "carry_notified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- an insert with ON CONFLICT calls the triggers of both, one of them for no row
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  IF EXISTS (
    SELECT FROM changed n
    JOIN mail_choice c ON c.user_id = n.user_id
    WHERE c.frequency <> 'off'
  ) THEN
    INSERT INTO mail_event (user_id, key, kind, notification_id, due_at)
    SELECT
      n.user_id,
      carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id, n.comment_id),
      n.kind,
      n.id,
      mail_due(c.frequency, c.time_zone)
    FROM changed n
    JOIN mail_choice c ON c.user_id = n.user_id
    WHERE n.read_at IS NULL
      AND n.created_at >= now()
      AND c.frequency <> 'off'
      AND c.stopped_at IS NULL
      AND coalesce((c.notices ->> n.kind)::boolean, true)
    ORDER BY 1, 2
    ON CONFLICT (user_id, key) DO UPDATE
    SET notification_id = excluded.notification_id, events = mail_event.events + 1;
  END IF;
  IF EXISTS (SELECT FROM changed n JOIN push_choice c ON c.user_id = n.user_id) THEN
    INSERT INTO push_event (user_id, key, kind, notification_id, due_at)
    SELECT
      n.user_id,
      carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id, n.comment_id),
      n.kind,
      n.id,
      push_due(c)
    FROM changed n
    JOIN push_choice c ON c.user_id = n.user_id
    WHERE n.read_at IS NULL
      AND n.created_at >= now()
      AND coalesce((c.notices ->> n.kind)::boolean, true)
      AND EXISTS (SELECT FROM push_subscription s WHERE s.user_id = n.user_id)
    ORDER BY 1, 2
    ON CONFLICT (user_id, key) DO UPDATE
    SET
      notification_id = excluded.notification_id,
      events = push_event.events + 1,
      due_at = least(push_event.due_at, excluded.due_at),
      browsers = NULL;
  END IF;
  RETURN NULL;
END $$;
