CREATE TABLE "received_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engine_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"writer" text NOT NULL,
	"wa_message_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"media" jsonb,
	"quoted_id" text,
	"written_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "received_messages" ADD CONSTRAINT "received_messages_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "received_messages_known" ON "received_messages" USING btree ("engine_id","chat","writer","wa_message_id");--> statement-breakpoint
CREATE INDEX "received_messages_chat" ON "received_messages" USING btree ("engine_id","chat","written_at","id");--> statement-breakpoint
CREATE INDEX "received_messages_age" ON "received_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "messages_chat" ON "messages" USING btree ("engine_id","recipient","sent_at","id") WHERE status = 'sent' and sent_at is not null and not deleted;