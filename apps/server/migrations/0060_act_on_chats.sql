CREATE TABLE "chat_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engine_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"wa_message_id" text,
	"kind" text NOT NULL,
	"act" jsonb NOT NULL,
	"message" jsonb,
	"latest" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"wa_id" text NOT NULL,
	"asked_by" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"claimable_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"lease_generation" bigint,
	"attempt" integer DEFAULT 0 NOT NULL,
	"in_doubt" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chat_facts" ADD COLUMN "is_archived" boolean;--> statement-breakpoint
ALTER TABLE "chat_facts" ADD COLUMN "is_pinned" boolean;--> statement-breakpoint
ALTER TABLE "chat_facts" ADD COLUMN "muted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_acts" ADD CONSTRAINT "chat_acts_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_acts" ADD CONSTRAINT "chat_acts_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_acts_lane" ON "chat_acts" USING btree ("engine_id","id") WHERE state in ('pending', 'claimed');--> statement-breakpoint
CREATE INDEX "chat_acts_shown" ON "chat_acts" USING btree ("engine_id","chat") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "chat_acts_settled" ON "chat_acts" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "chat_acts_asked_by" ON "chat_acts" USING btree ("asked_by") WHERE asked_by is not null;