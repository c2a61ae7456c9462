ALTER TABLE "upload" ADD COLUMN "stored_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "upload" ADD COLUMN "swept_at" timestamp with time zone;