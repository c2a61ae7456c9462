ALTER TABLE "touched_tag" RENAME TO "invalidation";
--> statement-breakpoint
ALTER SEQUENCE "touched_tag_id_seq" RENAME TO "invalidation_id_seq";
--> statement-breakpoint
ALTER INDEX "touched_tag_pkey" RENAME TO "invalidation_pkey";
--> statement-breakpoint
ALTER INDEX "touched_tag_next" RENAME TO "invalidation_next";
--> statement-breakpoint
ALTER TABLE "invalidation" RENAME CONSTRAINT "touched_tag_urgency" TO "invalidation_urgency";
--> statement-breakpoint
ALTER TABLE "untold_post" RENAME TO "unannounced_post";
--> statement-breakpoint
ALTER INDEX "untold_post_pkey" RENAME TO "unannounced_post_pkey";
--> statement-breakpoint
ALTER TABLE "unannounced_post" RENAME COLUMN "told" TO "notified";
--> statement-breakpoint
ALTER TABLE "held" RENAME COLUMN "tell" TO "receivers";
--> statement-breakpoint
ALTER TABLE "captcha" RENAME COLUMN "bearer" TO "issued_to";
--> statement-breakpoint
ALTER FUNCTION "tell_people" RENAME TO "signal_users";
--> statement-breakpoint
ALTER FUNCTION "tell_notified" RENAME TO "signal_notified";
--> statement-breakpoint
ALTER FUNCTION "tell_receivers" RENAME TO "signal_receivers";
--> statement-breakpoint
ALTER FUNCTION "tell_logged_out" RENAME TO "signal_logged_out";
--> statement-breakpoint
ALTER FUNCTION "tell_banned" RENAME TO "signal_banned";
--> statement-breakpoint
ALTER FUNCTION "tell_level" RENAME TO "queue_level_pages";
--> statement-breakpoint
ALTER TRIGGER "notification_told" ON "notification" RENAME TO "notification_added";
--> statement-breakpoint
ALTER TRIGGER "notification_gone" ON "notification" RENAME TO "notification_deleted";
--> statement-breakpoint
ALTER TRIGGER "letter_told" ON "letter" RENAME TO "letter_added";
--> statement-breakpoint

-- The bodies of functions name other functions by text.
CREATE OR REPLACE FUNCTION "signal_notified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_users('unread', array(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "signal_receivers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_users('unread', array(SELECT DISTINCT receiver_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "signal_logged_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM signal_users('login', array(SELECT DISTINCT user_id FROM changed WHERE kind = 'site'));
  RETURN NULL;
END $$;
