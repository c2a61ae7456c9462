-- The action log can be added to and read, nothing else, whoever asks.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "action_log_is_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "action_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- Each reply updates its thread, forum and author: room on the page keeps those updates local.
ALTER TABLE "thread" SET (fillfactor = 85);
--> statement-breakpoint
ALTER TABLE "forum" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "forum_day" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "user" SET (fillfactor = 80);
--> statement-breakpoint
ALTER TABLE "published_page" SET (fillfactor = 80);
--> statement-breakpoint
-- Small, hot and rewritten all the time: vacuum early, so that they stay small.
ALTER TABLE "touched_tag" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint
-- Seen visitors are a cache of ten minutes; losing them in a crash counts a view twice at worst.
ALTER TABLE "thread_view" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_limit" SET UNLOGGED;
