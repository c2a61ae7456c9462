DROP INDEX "thread_by_reply";--> statement-breakpoint
DROP INDEX "thread_forum_by_reply";--> statement-breakpoint
DROP INDEX "thread_by_age";--> statement-breakpoint
DROP INDEX "thread_forum_by_age";--> statement-breakpoint
DROP INDEX "thread_by_heat";--> statement-breakpoint
DROP INDEX "thread_forum_by_heat";--> statement-breakpoint
DROP INDEX "thread_digest";--> statement-breakpoint
DROP INDEX "thread_forum_digest";--> statement-breakpoint
CREATE INDEX "thread_by_reply" ON "thread" USING btree ("last_reply_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_forum_by_reply" ON "thread" USING btree ("forum_id","last_reply_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_by_age" ON "thread" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_forum_by_age" ON "thread" USING btree ("forum_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_by_heat" ON "thread" USING btree ("hot" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_forum_by_heat" ON "thread" USING btree ("forum_id","hot" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked";--> statement-breakpoint
CREATE INDEX "thread_digest" ON "thread" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked" and "thread"."digest";--> statement-breakpoint
CREATE INDEX "thread_forum_digest" ON "thread" USING btree ("forum_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"language") WHERE "thread"."state" = 'normal' and "thread"."checked" and ("thread"."digest_forum" or "thread"."digest");