ALTER TABLE "action_log" DROP CONSTRAINT "action_log_target_thread_id_thread_id_fk";
--> statement-breakpoint
ALTER TABLE "action_log" DROP CONSTRAINT "action_log_target_post_id_post_id_fk";
--> statement-breakpoint
ALTER TABLE "action_log" DROP CONSTRAINT "action_log_target_comment_id_comment_id_fk";
--> statement-breakpoint
CREATE INDEX "action_log_comment" ON "action_log" USING btree ("target_comment_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "report_reporter" ON "report" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "warning_post" ON "warning" USING btree ("post_id") WHERE "warning"."post_id" is not null;--> statement-breakpoint
CREATE INDEX "comment_thread" ON "comment" USING btree ("thread_id");--> statement-breakpoint
CREATE INDEX "draft_thread" ON "draft" USING btree ("thread_id") WHERE "draft"."thread_id" is not null;--> statement-breakpoint
CREATE INDEX "draft_post" ON "draft" USING btree ("post_id") WHERE "draft"."post_id" is not null;--> statement-breakpoint
CREATE INDEX "post_withdrawn" ON "post" USING btree ("id") WHERE "post"."state" <> 'normal';--> statement-breakpoint
CREATE INDEX "post_forum_replies" ON "post" USING btree ("forum_id","id" DESC NULLS FIRST) WHERE "post"."floor" > 0;--> statement-breakpoint
CREATE INDEX "post_forum_threads" ON "post" USING btree ("forum_id","id" DESC NULLS FIRST) WHERE "post"."floor" = 0;--> statement-breakpoint
CREATE INDEX "thread_withdrawn" ON "thread" USING btree ("id") WHERE "thread"."state" <> 'normal';--> statement-breakpoint
CREATE INDEX "thread_unchecked" ON "thread" USING btree ("id") WHERE not "thread"."checked";