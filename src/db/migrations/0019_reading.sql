CREATE TABLE "forum_read" (
	"user_id" integer NOT NULL,
	"forum_id" integer NOT NULL,
	"read_before" timestamp with time zone NOT NULL,
	CONSTRAINT "forum_read_user_id_forum_id_pk" PRIMARY KEY("user_id","forum_id")
);
--> statement-breakpoint
CREATE TABLE "thread_read" (
	"user_id" integer NOT NULL,
	"thread_id" integer NOT NULL,
	"floor" integer NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "thread_read_user_id_thread_id_pk" PRIMARY KEY("user_id","thread_id")
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "read_before" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_read" ADD CONSTRAINT "forum_read_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forum_read" ADD CONSTRAINT "forum_read_forum_id_forum_id_fk" FOREIGN KEY ("forum_id") REFERENCES "public"."forum"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_read" ADD CONSTRAINT "thread_read_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_read_age" ON "thread_read" USING btree ("user_id","read_at" DESC NULLS FIRST);