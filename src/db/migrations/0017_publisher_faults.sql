CREATE TABLE "page_write" (
	"path" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publish_failure" ADD COLUMN "fatal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "publish_failure" ADD COLUMN "next_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "published_page" ADD COLUMN "set_aside_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "publish_failure_next" ON "publish_failure" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "published_page_aside" ON "published_page" USING btree ("set_aside_at") WHERE "published_page"."set_aside_at" is not null;--> statement-breakpoint
ALTER TABLE "page_write" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
