-- A trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL,
	"sound" text NOT NULL,
	"posts" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_word_sound" ON "search_word" USING btree ("sound");--> statement-breakpoint
CREATE INDEX "search_word_trigrams" ON "search_word" USING gist ("sound" gist_trgm_ops);--> statement-breakpoint

-- Counted anew each day, and in no backup.
ALTER TABLE "search_word" SET UNLOGGED;
