ALTER TABLE "captcha_grant" ADD COLUMN "max_uses" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "captcha_grant" ADD COLUMN "addresses" text[] DEFAULT '{}' NOT NULL;