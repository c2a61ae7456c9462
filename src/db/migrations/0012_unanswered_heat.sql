-- What nobody has replied to counts as begun a month before (domain/thread/heat.ts).
UPDATE "thread" SET "hot" = "hot" - 2592000 WHERE "replies_cnt" = 0;
