CREATE TABLE "untold_post" (
	"post_id" integer PRIMARY KEY NOT NULL,
	"told" integer[] DEFAULT '{}' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target_id" integer NOT NULL,
	"level" text NOT NULL,
	"chosen" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "watch_user_id_kind_target_id_pk" PRIMARY KEY("user_id","kind","target_id"),
	CONSTRAINT "watch_kind" CHECK ("watch"."kind" in ('thread', 'forum', 'section', 'user')),
	CONSTRAINT "watch_level" CHECK ("watch"."level" in ('all', 'threads', 'mentions', 'muted'))
);
--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "group_key" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "auto_watch" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "watch" ADD CONSTRAINT "watch_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_target" ON "watch" USING btree ("kind","target_id","user_id") WHERE "watch"."level" in ('all', 'threads');--> statement-breakpoint
CREATE INDEX "watch_user" ON "watch" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "notification_group" ON "notification" USING btree ("user_id","group_key") WHERE "notification"."read_at" is null and "notification"."group_key" is not null;