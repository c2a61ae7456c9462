ALTER TABLE "thread" ADD COLUMN "reopens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "slow_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "thread_reopens" ON "thread" USING btree ("reopens_at") WHERE "thread"."reopens_at" is not null;