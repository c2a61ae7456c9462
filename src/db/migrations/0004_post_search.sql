DROP INDEX "post_search";--> statement-breakpoint
CREATE TABLE "post_search" (
	"post_id" integer NOT NULL,
	"comment_id" integer DEFAULT 0 NOT NULL,
	"author_id" integer NOT NULL,
	"tokens" "tsvector" NOT NULL,
	CONSTRAINT "post_search_post_id_comment_id_pk" PRIMARY KEY("post_id","comment_id")
);
--> statement-breakpoint
CREATE TABLE "search_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"post_id" integer NOT NULL,
	"comment_id" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO "post_search" ("post_id", "author_id", "tokens")
SELECT "id", "user_id", "search" FROM "post" WHERE "search" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "post_search" ADD CONSTRAINT "post_search_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_search" ADD CONSTRAINT "post_search_author_id_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_search_author" ON "post_search" USING btree ("author_id","post_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "post_search_tokens" ON "post_search" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
ALTER TABLE "post" DROP COLUMN "search";--> statement-breakpoint

-- Which posts the indexer has to look at again: whoever changes what they are found by.
CREATE FUNCTION "note_search_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'post' THEN
    INSERT INTO search_change (post_id) VALUES (NEW.id);
  ELSIF TG_TABLE_NAME = 'comment' AND TG_OP = 'DELETE' THEN
    INSERT INTO search_change (post_id, comment_id) VALUES (OLD.post_id, OLD.id);
  ELSIF TG_TABLE_NAME = 'comment' THEN
    INSERT INTO search_change (post_id, comment_id) VALUES (NEW.post_id, NEW.id);
  ELSIF TG_TABLE_NAME = 'thread' THEN
    INSERT INTO search_change (post_id) VALUES (NEW.first_post_id);
  ELSE
    INSERT INTO search_change (post_id)
    SELECT first_post_id
    FROM thread
    WHERE id = NEW.thread_id AND first_post_id IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "post_written" AFTER INSERT ON "post"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "post_text_changed" AFTER UPDATE OF "html", "floor" ON "post"
  FOR EACH ROW
  WHEN (OLD.html IS DISTINCT FROM NEW.html OR (OLD.floor = 0) <> (NEW.floor = 0))
  EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "comment_written" AFTER INSERT OR DELETE ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "comment_changed" AFTER UPDATE OF "html", "state", "checked" ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "subject_changed" AFTER UPDATE OF "subject" ON "thread"
  FOR EACH ROW
  WHEN (OLD.subject IS DISTINCT FROM NEW.subject AND NEW.first_post_id IS NOT NULL)
  EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
CREATE TRIGGER "poll_option_written" AFTER INSERT OR UPDATE OF "text" ON "poll_option"
  FOR EACH ROW EXECUTE FUNCTION "note_search_change"();
--> statement-breakpoint
ALTER TABLE "search_change" SET (
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 2000
);
--> statement-breakpoint
ALTER TABLE "post_search" SET (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02
);
