-- Lists skip to a page on their index alone, as long as PostgreSQL knows that all rows of a heap page are visible; each
-- reply to a thread on that page makes it forget. Left alone it remembers after a fifth of all threads have changed.
ALTER TABLE "thread" SET (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_threshold = 200, autovacuum_vacuum_insert_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "post" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
