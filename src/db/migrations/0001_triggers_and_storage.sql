-- What the Drizzle schema can't say: triggers, and how tables are stored.

-- The action log can be added to and read, nothing else, whoever asks.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "action_log_is_final"
  BEFORE UPDATE OR DELETE OR TRUNCATE ON "action_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint

-- Notifies the listening processes, when the writer's transaction commits, of the users whose
-- unread messages or sessions have changed: one notification for a statement, '*' for more users
-- than fit into one. The process that holds a user's browser connection counts for them.
CREATE FUNCTION "tell_people"("channel" text, "people" int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(people) > 500 THEN
    PERFORM pg_notify(channel, '*');
  ELSIF cardinality(people) > 0 THEN
    PERFORM pg_notify(channel, array_to_string(people, ','));
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tell_notified"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_people('unread', array(SELECT DISTINCT user_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tell_receivers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_people('unread', array(SELECT DISTINCT receiver_id FROM changed));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tell_logged_out"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_people('login', array(SELECT DISTINCT user_id FROM changed WHERE kind = 'site'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tell_banned"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('login', NEW.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "notification_told" AFTER INSERT ON "notification"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "notification_read" AFTER UPDATE ON "notification"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "notification_gone" AFTER DELETE ON "notification"
  REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "letter_told" AFTER INSERT ON "letter"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_receivers"();
--> statement-breakpoint
CREATE TRIGGER "letter_read" AFTER UPDATE ON "letter"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_receivers"();
--> statement-breakpoint
CREATE TRIGGER "session_ended" AFTER DELETE ON "session"
  REFERENCING OLD TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "tell_logged_out"();
--> statement-breakpoint
CREATE TRIGGER "user_banned" AFTER UPDATE OF "banned_from", "banned_until" ON "user"
  FOR EACH ROW
  WHEN (
    OLD.banned_from IS DISTINCT FROM NEW.banned_from
    OR OLD.banned_until IS DISTINCT FROM NEW.banned_until
  )
  EXECUTE FUNCTION "tell_banned"();
--> statement-breakpoint

-- Pages that show a user's level are rendered again by a job, after a burst of replies has ended:
-- they are all pages that the user ever wrote on.
CREATE FUNCTION "tell_level"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('level', json_build_object('user', NEW.id), run_at => now() + interval '5 minutes', job_key => format('level:%s', NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_level" AFTER UPDATE ON "user"
  FOR EACH ROW
  WHEN (OLD.level_id IS DISTINCT FROM NEW.level_id)
  EXECUTE FUNCTION "tell_level"();
--> statement-breakpoint

-- Each reply updates its thread, forum and author: free space in a heap page keeps those updates
-- in it.
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

-- Lists skip to a page on their index alone, as long as PostgreSQL knows that all rows of a heap
-- page are visible; each reply to a thread on that page makes it forget. By default it remembers
-- after a fifth of all threads have changed.
ALTER TABLE "thread" SET (
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 200,
  autovacuum_vacuum_insert_scale_factor = 0.02
);
--> statement-breakpoint
ALTER TABLE "post" SET (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);
--> statement-breakpoint

-- Small, hot and rewritten all the time: vacuumed early, so that they stay small.
ALTER TABLE "touched_tag" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
--> statement-breakpoint
ALTER TABLE "page_write" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
--> statement-breakpoint

-- Lost in a crash at little cost: a view counts twice, a rate starts anew, a person solves another
-- captcha.
ALTER TABLE "thread_view" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_limit" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "captcha" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "captcha_grant" SET UNLOGGED;
