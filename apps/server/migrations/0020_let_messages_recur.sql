CREATE TABLE "message_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_by" uuid,
	"engine_id" uuid,
	"contact_name" text NOT NULL,
	"contact_list" jsonb NOT NULL,
	"recipient" text NOT NULL,
	"body" text NOT NULL,
	"attachment" jsonb,
	"file_id" uuid,
	"sent_with" text NOT NULL,
	"origin" text NOT NULL,
	"campaign_id" text,
	"verify_contact" boolean DEFAULT false NOT NULL,
	"rule" text NOT NULL,
	"start" text NOT NULL,
	"zone" text NOT NULL,
	"ends_before" text,
	"state" text DEFAULT 'active' NOT NULL,
	"paused_because" text,
	"next_slot" text,
	"extend_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_occurrences" (
	"series_id" uuid NOT NULL,
	"slot" text NOT NULL,
	"state" text NOT NULL,
	CONSTRAINT "series_occurrences_series_id_slot_pk" PRIMARY KEY("series_id","slot")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "series_slot" text;--> statement-breakpoint
ALTER TABLE "message_series" ADD CONSTRAINT "message_series_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_series" ADD CONSTRAINT "message_series_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_series" ADD CONSTRAINT "message_series_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_series" ADD CONSTRAINT "message_series_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_occurrences" ADD CONSTRAINT "series_occurrences_series_id_message_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."message_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_series_extend" ON "message_series" USING btree ("extend_at") WHERE extend_at is not null;--> statement-breakpoint
CREATE INDEX "message_series_listing" ON "message_series" USING btree ("workspace_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "message_series_file" ON "message_series" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_series_id_message_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."message_series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_series" ON "messages" USING btree ("series_id","series_slot") WHERE series_id is not null;