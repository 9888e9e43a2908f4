CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "on_whatsapp" boolean;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "whatsapp_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "whatsapp_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_id_index" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_whatsapp_asked_by_engines_id_fk" FOREIGN KEY ("whatsapp_asked_by") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_updated_at" ON "messages" USING btree ("workspace_id","updated_at","due_at","id") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "messages_sent_at" ON "messages" USING btree ("workspace_id","sent_at","due_at","id") WHERE sent_at is not null and not deleted;--> statement-breakpoint
CREATE INDEX "messages_sent_before" ON "messages" USING btree ("workspace_id","due_at","id") WHERE status = 'sent' and sent_at is null and not deleted;--> statement-breakpoint
CREATE INDEX "messages_failure_reason" ON "messages" USING btree ("workspace_id",left(lower("send_failure_reason" collate "und-x-icu"), 100),"due_at","id") WHERE send_failure_reason is not null and not deleted;--> statement-breakpoint
CREATE INDEX "messages_retried" ON "messages" USING btree ("workspace_id","retry_count","due_at","id") WHERE retry_count > 0 and not deleted;