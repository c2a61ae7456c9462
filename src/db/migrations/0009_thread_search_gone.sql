DROP INDEX "thread_search";--> statement-breakpoint
ALTER TABLE "thread" DROP COLUMN "search";