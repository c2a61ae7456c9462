CREATE TABLE "member_day" (
	"day" date PRIMARY KEY NOT NULL,
	"active_day" integer NOT NULL,
	"active_week" integer NOT NULL,
	"active_month" integer NOT NULL,
	"threads" integer NOT NULL,
	"answered" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newcomer_week" (
	"week" date PRIMARY KEY NOT NULL,
	"joined" integer NOT NULL,
	"returned" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
