-- Tells the connection what its process is to notify once the transaction has committed
-- (db/notify-after-commit.ts). The level INFO is sent whatever level the client asks for, and isn’t
-- logged.
CREATE FUNCTION "notify_after_commit"("channel" text, "payload" text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE INFO USING ERRCODE = 'FN001', DETAIL = channel, MESSAGE = payload;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "tell_people"("channel" text, "people" int[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(people) > 500 THEN
    PERFORM notify_after_commit(channel, '*');
  ELSIF cardinality(people) > 0 THEN
    PERFORM notify_after_commit(channel, array_to_string(people, ','));
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "tell_banned"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_after_commit('login', NEW.id::text);
  RETURN NULL;
END $$;
