DROP INDEX "thread_theme";--> statement-breakpoint
CREATE INDEX "thread_theme" ON "thread" USING btree ("theme_id","last_reply_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);