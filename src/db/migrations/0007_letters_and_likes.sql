CREATE TABLE "conversation" (
	"user_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"last_letter_id" integer NOT NULL,
	CONSTRAINT "conversation_user_id_other_id_pk" PRIMARY KEY("user_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "letter_block" (
	"user_id" integer NOT NULL,
	"blocked_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_block_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
DROP INDEX "notification_group";--> statement-breakpoint
DROP INDEX "post_like_post";--> statement-breakpoint
DROP INDEX "thread_like_thread";--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "avatar_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "renamed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_other_id_user_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_block" ADD CONSTRAINT "letter_block_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_block" ADD CONSTRAINT "letter_block_blocked_id_user_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_last" ON "conversation" USING btree ("user_id","last_letter_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "letter_unread" ON "letter" USING btree ("receiver_id","sender_id") WHERE "letter"."read_at" is null and "letter"."deleted_by_receiver" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_like" ON "notification" USING btree ("user_id","thread_id",coalesce("post_id", 0)) WHERE "notification"."kind" = 'like';--> statement-breakpoint
CREATE INDEX "post_like_post" ON "post_like" USING btree ("post_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "thread_like_thread" ON "thread_like" USING btree ("thread_id","created_at" DESC NULLS FIRST);
--> statement-breakpoint
INSERT INTO "conversation" ("user_id", "other_id", "last_letter_id")
SELECT "user_id", "other_id", max("id") FROM (
  SELECT "sender_id" AS "user_id", "receiver_id" AS "other_id", "id" FROM "letter" WHERE "deleted_by_sender" IS NULL
  UNION ALL SELECT "receiver_id", "sender_id", "id" FROM "letter" WHERE "deleted_by_receiver" IS NULL
) AS "kept" GROUP BY "user_id", "other_id";
