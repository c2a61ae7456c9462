DROP INDEX "user_created";--> statement-breakpoint
DROP INDEX "user_login";--> statement-breakpoint
DROP INDEX "user_group";--> statement-breakpoint
CREATE INDEX "user_created" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_login" ON "user" USING btree ("login_at","id");--> statement-breakpoint
CREATE INDEX "user_group" ON "user" USING btree ("group_id","created_at","id");