-- Notes what is mailed and pushed, as before. It is called for each reply: most people choose
-- neither, and to look whether one of them does is cheaper than an insert of no rows.
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
      carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id),
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
      carried_key(n.id, n.kind, n.group_key, n.thread_id, n.post_id),
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
