CREATE TABLE "captcha" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"bearer" text NOT NULL,
	"answer" jsonb NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"token_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "captcha_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "captcha_kind" CHECK ("captcha"."kind" in ('popup', 'bound'))
);
--> statement-breakpoint
CREATE TABLE "captcha_grant" (
	"key" text PRIMARY KEY NOT NULL,
	"uses" smallint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "captcha_expiry" ON "captcha" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "captcha_grant_expiry" ON "captcha_grant" USING btree ("expires_at");--> statement-breakpoint
-- Both live for minutes; losing them in a crash asks a person to slide again.
ALTER TABLE "captcha" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "captcha_grant" SET UNLOGGED;
