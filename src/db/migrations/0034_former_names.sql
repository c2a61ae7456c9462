CREATE TABLE "former_name" (
	"user_id" integer NOT NULL,
	"appearance_hash" text NOT NULL,
	"released_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "former_name_user_id_appearance_hash_pk" PRIMARY KEY("user_id","appearance_hash")
);
--> statement-breakpoint
ALTER TABLE "former_name" ADD CONSTRAINT "former_name_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_name_appearance" ON "former_name" USING btree ("appearance_hash");--> statement-breakpoint
CREATE INDEX "former_name_released" ON "former_name" USING btree ("released_at");