-- expansion
ALTER TABLE "page_write" ADD COLUMN "withdrawn" boolean DEFAULT false NOT NULL;