CREATE TABLE "cdn_purge" (
	"key" text PRIMARY KEY NOT NULL,
	"takedown" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "cdn_purge_next" ON "cdn_purge" USING btree ("takedown","next_at");--> statement-breakpoint

-- Small, hot and rewritten all the time, as touched_tag is.
ALTER TABLE "cdn_purge" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
