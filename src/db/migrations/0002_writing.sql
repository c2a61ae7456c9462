CREATE TABLE "recent_content" (
	"user_id" integer NOT NULL,
	"content_hash" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recent_content_user_id_content_hash_pk" PRIMARY KEY("user_id","content_hash")
);
--> statement-breakpoint
ALTER TABLE "recent_content" ADD CONSTRAINT "recent_content_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recent_content_age" ON "recent_content" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "post_featured_lately" ON "post" USING btree ("created_at") WHERE "post"."featured";--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "unread_cnt";