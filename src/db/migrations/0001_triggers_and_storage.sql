-- Functions, triggers, storage parameters and unlogged tables, which Drizzle can't express.

-- The action log is append-only for every role.
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

-- Asks the client to notify after its commit (db/notify-after-commit.ts). PostgreSQL sends INFO to
-- every client and doesn't log it.
CREATE FUNCTION "notify_after_commit"("channel" text, "payload" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE INFO USING ERRCODE = 'FN001', DETAIL = channel, MESSAGE = payload;
END $$;
--> statement-breakpoint

-- Notifies servers about users with changed unread counts or sessions, once per statement. The
-- payload is '*' if the users don't fit.
CREATE FUNCTION "tell_people"("channel" text, "people" int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(people) > 500 THEN
    PERFORM notify_after_commit(channel, '*');
  ELSIF cardinality(people) > 0 THEN
    PERFORM notify_after_commit(channel, array_to_string(people, ','));
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
  PERFORM notify_after_commit('login', NEW.id::text);
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

-- Queues the pages that show a user's level, after a burst of replies has ended.
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

-- When an event is mailed: after two minutes, at the next full hour, or at eight o'clock local
-- time. The write must succeed even if PostgreSQL doesn't know the receiver's time zone any more.
CREATE FUNCTION "mail_due"("frequency" text, "zone" text) RETURNS timestamp with time zone LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF frequency = 'now' THEN
    RETURN now() + interval '2 minutes';
  ELSIF frequency = 'hourly' THEN
    RETURN date_trunc('hour', now()) + interval '1 hour';
  END IF;
  BEGIN
    RETURN (date_trunc('day', (now() AT TIME ZONE zone) - interval '8 hours') + interval '32 hours')
      AT TIME ZONE zone;
  EXCEPTION WHEN invalid_parameter_value THEN
    RETURN date_trunc('day', now()) + interval '1 day';
  END;
END $$;
--> statement-breakpoint

-- When the next digest is due: Monday at eight o'clock in the receiver's time zone.
CREATE FUNCTION "mail_digest_due"("zone" text) RETURNS timestamp with time zone LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    date_trunc('week', (now() AT TIME ZONE zone) - interval '8 hours') + interval '7 days 8 hours'
  ) AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN date_trunc('week', now()) + interval '7 days';
END $$;
--> statement-breakpoint

-- When an event is pushed: after ten seconds, not before next_at, and outside quiet hours.
CREATE FUNCTION "push_due"("choice" push_choice) RETURNS timestamp with time zone LANGUAGE plpgsql STABLE AS $$
DECLARE
  here timestamp;
  hour int;
BEGIN
  IF choice.quiet_from IS NOT NULL THEN
    BEGIN
      here := now() AT TIME ZONE choice.time_zone;
      hour := extract(hour FROM here);
      IF (hour - choice.quiet_from + 24) % 24 < (choice.quiet_until - choice.quiet_from + 24) % 24 THEN
        RETURN (
          date_trunc('day', here)
          + make_interval(days => (hour >= choice.quiet_until)::int, hours => choice.quiet_until)
        ) AT TIME ZONE choice.time_zone;
      END IF;
    EXCEPTION WHEN invalid_parameter_value THEN
      NULL; -- a zone that PostgreSQL no longer knows must not keep others from writing
    END;
  END IF;
  RETURN greatest(now() + interval '10 seconds', choice.next_at);
END $$;
--> statement-breakpoint

-- Events with the same key are merged. Likes of a comment and of its reply have different keys.
CREATE FUNCTION "carried_key"("id" int, "kind" text, "group_key" text, "thread_id" int, "post_id" int, "comment_id" int) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    group_key,
    CASE WHEN kind = 'like' THEN format('like:%s:%s', thread_id, post_id) || coalesce(':' || comment_id, '') END,
    'n:' || id
  )
$$;
--> statement-breakpoint

-- Queues mail and push for notified users that want them. Most want neither: checking that first is
-- cheaper than inserting no rows, for each reply.
CREATE FUNCTION "carry_notified"() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE FUNCTION "carry_received"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO mail_event (user_id, key, kind, letter_id, due_at)
  SELECT
    l.receiver_id,
    'letter:' || l.sender_id,
    'letter',
    max(l.id),
    mail_due(c.frequency, c.time_zone)
  FROM changed l
  JOIN mail_choice c ON c.user_id = l.receiver_id
  WHERE l.read_at IS NULL
    AND l.created_at >= now()
    AND c.frequency <> 'off'
    AND c.stopped_at IS NULL
    AND coalesce((c.notices ->> 'letter')::boolean, true)
  GROUP BY l.receiver_id, l.sender_id, c.frequency, c.time_zone
  ORDER BY 1, 2
  ON CONFLICT (user_id, key) DO UPDATE
  SET letter_id = excluded.letter_id, events = mail_event.events + 1;
  INSERT INTO push_event (user_id, key, kind, letter_id, due_at)
  SELECT l.receiver_id, 'letter:' || l.sender_id, 'letter', l.id, push_due(c)
  FROM (
    SELECT receiver_id, sender_id, max(id) AS id
    FROM changed
    WHERE read_at IS NULL AND created_at >= now()
    GROUP BY receiver_id, sender_id
  ) l
  JOIN push_choice c ON c.user_id = l.receiver_id
  WHERE coalesce((c.notices ->> 'letter')::boolean, true)
    AND EXISTS (SELECT FROM push_subscription s WHERE s.user_id = l.receiver_id)
  ORDER BY 1, 2
  ON CONFLICT (user_id, key) DO UPDATE
  SET
    letter_id = excluded.letter_id,
    events = push_event.events + 1,
    due_at = least(push_event.due_at, excluded.due_at),
    browsers = NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "notification_carried" AFTER INSERT ON "notification"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "carry_notified"();
--> statement-breakpoint
CREATE TRIGGER "notification_carried_again" AFTER UPDATE ON "notification"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "carry_notified"();
--> statement-breakpoint
CREATE TRIGGER "letter_carried" AFTER INSERT ON "letter"
  REFERENCING NEW TABLE AS "changed"
  FOR EACH STATEMENT EXECUTE FUNCTION "carry_received"();
--> statement-breakpoint

-- Queues texts for the search indexer, whoever changes them.
CREATE FUNCTION "note_search_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'post' THEN
    INSERT INTO search_change (post_id) VALUES (NEW.id);
  ELSIF TG_TABLE_NAME = 'comment' AND TG_OP = 'DELETE' THEN
    INSERT INTO search_change (post_id, comment_id) VALUES (OLD.post_id, OLD.id);
  ELSIF TG_TABLE_NAME = 'comment' THEN
    INSERT INTO search_change (post_id, comment_id) VALUES (NEW.post_id, NEW.id);
  ELSIF TG_TABLE_NAME = 'thread' THEN
    INSERT INTO search_change (post_id) VALUES (NEW.first_post_id);
  ELSE
    INSERT INTO search_change (post_id)
    SELECT first_post_id
    FROM thread
    WHERE id = NEW.thread_id AND first_post_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "post_written" AFTER INSERT ON "post"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "post_text_changed" AFTER UPDATE OF "html", "floor" ON "post"
  FOR EACH ROW
  WHEN (OLD.html IS DISTINCT FROM NEW.html OR (OLD.floor = 0) <> (NEW.floor = 0))
  EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "comment_written" AFTER INSERT OR DELETE ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "comment_changed" AFTER UPDATE OF "html", "state", "checked" ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "subject_changed" AFTER UPDATE OF "subject" ON "thread"
  FOR EACH ROW
  WHEN (OLD.subject IS DISTINCT FROM NEW.subject AND NEW.first_post_id IS NOT NULL)
  EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "poll_option_written" AFTER INSERT OR UPDATE OF "text" ON "poll_option"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint

-- Each reply updates its thread, forum and author: free space keeps the update in the heap page.
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

-- Index-only scans of lists need all-visible heap pages, and each reply clears that bit. By default
-- autovacuum waits until a fifth of all threads have changed.
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
ALTER TABLE "post_search" SET (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);
--> statement-breakpoint

-- Small tables with many updates and deletes: early vacuums keep them small.
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
ALTER TABLE "search_change" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
--> statement-breakpoint
ALTER TABLE "cdn_purge" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
--> statement-breakpoint

-- Losing these tables in a crash costs little: a view counts twice, limits restart, captchas
-- repeat, and search_word is recounted daily. Backups omit them.
ALTER TABLE "thread_view" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "rate_limit" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "captcha" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "captcha_grant" SET UNLOGGED;
--> statement-breakpoint
ALTER TABLE "search_word" SET UNLOGGED;
