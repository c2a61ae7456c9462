-- A first post is liked as its thread. Likes of first posts themselves, which earlier versions took, become likes of their
-- threads: who liked both counts once. Counters and heat follow, and the pages that show the counts are made anew.
WITH "gone" AS (
	DELETE FROM "post_like" USING "post" WHERE "post"."id" = "post_like"."post_id" AND "post"."floor" = 0
	RETURNING "post_like"."user_id", "post_like"."created_at", "post"."id" AS "post_id", "post"."thread_id", "post"."user_id" AS "author_id"
), "added" AS (
	INSERT INTO "thread_like" ("user_id", "thread_id", "created_at") SELECT "user_id", "thread_id", "created_at" FROM "gone" ON CONFLICT DO NOTHING
	RETURNING "thread_id"
), "were" AS (
	SELECT "post_id", "thread_id", "author_id", count(*)::int AS "likes" FROM "gone" GROUP BY 1, 2, 3
), "are" AS (
	SELECT "thread_id", count(*)::int AS "likes" FROM "added" GROUP BY 1
), "of_post" AS (
	UPDATE "post" SET "likes_cnt" = "likes_cnt" - "were"."likes" FROM "were" WHERE "post"."id" = "were"."post_id"
), "of_author" AS (
	UPDATE "user" SET "likes_cnt" = "likes_cnt" - "twice"."likes"
	FROM (SELECT "author_id", sum("were"."likes" - coalesce("are"."likes", 0))::int AS "likes" FROM "were" LEFT JOIN "are" USING ("thread_id") GROUP BY 1) "twice"
	WHERE "user"."id" = "twice"."author_id" AND "twice"."likes" > 0
), "touched" AS (
	INSERT INTO "touched_tag" ("tag", "urgency") SELECT DISTINCT format('t:%s:n', "thread_id"), 4 FROM "gone"
)
UPDATE "thread" SET "likes_cnt" = "likes_cnt" + "are"."likes",
	"hot" = round(extract(epoch from "created_at") - 1600000000 + log(2.0, (1 + "replies_cnt" + 2 * ("likes_cnt" + "are"."likes"))::numeric) * 43200)::int
FROM "are" WHERE "thread"."id" = "are"."thread_id";
