CREATE TABLE "file_fetches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engine_id" uuid NOT NULL,
	"received_id" uuid,
	"chat" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_marks" (
	"engine_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"wa_message_id" text NOT NULL,
	"edits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	"is_starred" boolean,
	"starred_at" timestamp with time zone,
	CONSTRAINT "message_marks_engine_id_chat_wa_message_id_pk" PRIMARY KEY("engine_id","chat","wa_message_id")
);
--> statement-breakpoint
CREATE TABLE "chat_facts" (
	"engine_id" uuid NOT NULL,
	"chat" text NOT NULL,
	"subject" text,
	"size" integer,
	"may_write" boolean,
	"is_left" boolean,
	"unread" integer,
	"push_name" text,
	"picture_file_id" uuid,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_facts_engine_id_chat_pk" PRIMARY KEY("engine_id","chat")
);
--> statement-breakpoint
DROP INDEX "received_messages_known";--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "from_me" boolean;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "media_source" text;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "media_gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "quoted_text" text;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "is_forwarded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "received_messages" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "file_fetches" ADD CONSTRAINT "file_fetches_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_fetches" ADD CONSTRAINT "file_fetches_received_id_received_messages_id_fk" FOREIGN KEY ("received_id") REFERENCES "public"."received_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_marks" ADD CONSTRAINT "message_marks_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_facts" ADD CONSTRAINT "chat_facts_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_facts" ADD CONSTRAINT "chat_facts_picture_file_id_files_id_fk" FOREIGN KEY ("picture_file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_fetches_until" ON "file_fetches" USING btree ("until");--> statement-breakpoint
CREATE INDEX "chat_facts_picture" ON "chat_facts" USING btree ("picture_file_id");--> statement-breakpoint
ALTER TABLE "received_messages" ADD CONSTRAINT "received_messages_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "received_messages_file" ON "received_messages" USING btree ("file_id") WHERE file_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "received_messages_known" ON "received_messages" USING btree ("engine_id","chat","wa_message_id","writer");