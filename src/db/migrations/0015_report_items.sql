DROP INDEX "report_open_once";--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "forum_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "thread_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ALTER COLUMN "post_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "letter" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "comment_id" integer;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "letter_id" integer;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_letter_id_letter_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letter"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_comment" ON "report" USING btree ("comment_id") WHERE "report"."comment_id" is not null;--> statement-breakpoint
CREATE INDEX "report_letter" ON "report" USING btree ("letter_id") WHERE "report"."letter_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_open_once" ON "report" USING btree ("reporter_id",coalesce("post_id", 0),coalesce("comment_id", 0),coalesce("letter_id", 0)) WHERE "report"."state" <> 'handled';--> statement-breakpoint
ALTER TABLE "report" ADD CONSTRAINT "report_item" CHECK (case
        when "report"."letter_id" is null then num_nulls("report"."forum_id", "report"."thread_id", "report"."post_id") = 0
        else num_nonnulls("report"."forum_id", "report"."thread_id", "report"."post_id", "report"."comment_id") = 0
      end);