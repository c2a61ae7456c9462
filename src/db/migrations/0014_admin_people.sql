ALTER TABLE "group" ALTER COLUMN "id" SET START WITH 100 RESTART;--> statement-breakpoint
ALTER TABLE "group" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "warning_counting" ON "warning" USING btree ("user_id") WHERE "warning"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "user_login" ON "user" USING btree ("login_at");--> statement-breakpoint
CREATE INDEX "user_group" ON "user" USING btree ("group_id","created_at");--> statement-breakpoint
CREATE INDEX "user_banned" ON "user" USING btree ("banned_until") WHERE "user"."banned_until" is not null;--> statement-breakpoint
CREATE INDEX "user_email" ON "user" USING btree (lower("email") text_pattern_ops) WHERE "user"."email" <> '';--> statement-breakpoint
CREATE INDEX "user_mobile" ON "user" USING btree ("mobile") WHERE "user"."mobile" <> '';--> statement-breakpoint
CREATE INDEX "user_created_ip" ON "user" USING btree ("created_ip") WHERE "user"."created_ip" <> '';--> statement-breakpoint
CREATE INDEX "user_login_ip" ON "user" USING btree ("login_ip") WHERE "user"."login_ip" <> '';--> statement-breakpoint
-- Until now nobody's level rose: it becomes what the credits say.
UPDATE "user" SET "level_id" = "level"."id" FROM "level"
  WHERE "level"."min_credits" = (SELECT max("min_credits") FROM "level" WHERE "min_credits" <= "user"."credits") AND "user"."level_id" <> "level"."id";
--> statement-breakpoint
-- Pages that show the level are rendered again by a job, when a burst of replies is over: they are all that the person ever wrote on.
CREATE FUNCTION "tell_level"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM graphile_worker.add_job('level', json_build_object('user', NEW.id), run_at => now() + interval '5 minutes', job_key => format('level:%s', NEW.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "user_level" AFTER UPDATE ON "user" FOR EACH ROW WHEN (OLD.level_id IS DISTINCT FROM NEW.level_id) EXECUTE FUNCTION "tell_level"();
