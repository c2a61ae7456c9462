-- Whose messages changed is told when the writer's transaction commits, whoever writes them: one notification for a
-- statement. More people than fit into one are told of as "*". The process that has somebody's browser counts for them.
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
CREATE TRIGGER "notification_told" AFTER INSERT ON "notification" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "notification_read" AFTER UPDATE ON "notification" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "notification_gone" AFTER DELETE ON "notification" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_notified"();
--> statement-breakpoint
CREATE TRIGGER "letter_told" AFTER INSERT ON "letter" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_receivers"();
--> statement-breakpoint
CREATE TRIGGER "letter_read" AFTER UPDATE ON "letter" REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_receivers"();
--> statement-breakpoint
CREATE TRIGGER "session_ended" AFTER DELETE ON "session" REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "tell_logged_out"();
--> statement-breakpoint
CREATE TRIGGER "user_banned" AFTER UPDATE OF "banned_from", "banned_until" ON "user" FOR EACH ROW
  WHEN (OLD.banned_from IS DISTINCT FROM NEW.banned_from OR OLD.banned_until IS DISTINCT FROM NEW.banned_until) EXECUTE FUNCTION "tell_banned"();
