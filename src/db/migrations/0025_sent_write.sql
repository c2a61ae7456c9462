CREATE TABLE "sent_write" (
	"user_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"kind" text NOT NULL,
	"content_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_write_key" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "sent_write" ADD CONSTRAINT "sent_write_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_write_age" ON "sent_write" USING btree ("created_at");