DROP INDEX "published_page_tags";--> statement-breakpoint
ALTER TABLE "published_page" ADD COLUMN "seen" "pg_snapshot";--> statement-breakpoint
ALTER TABLE "touched_tag" ADD COLUMN "transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
CREATE INDEX "published_page_tags" ON "published_page" USING gin ("tags") WITH (fastupdate=false);