CREATE TABLE "item_dependencies" (
	"item_id" uuid NOT NULL,
	"waits_for_id" uuid NOT NULL,
	CONSTRAINT "item_dependencies_item_id_waits_for_id_pk" PRIMARY KEY("item_id","waits_for_id")
);
--> statement-breakpoint
CREATE TABLE "item_files" (
	"item_id" uuid NOT NULL,
	"column_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "item_files_item_id_column_id_file_id_pk" PRIMARY KEY("item_id","column_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "item_scheduled" (
	"item_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "item_scheduled_item_id_message_id_pk" PRIMARY KEY("item_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "board_columns" ADD COLUMN "settings" jsonb DEFAULT '{"defaultValue":null,"isRequired":false,"isUnique":false,"colors":[],"currency":null,"formula":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "board_items" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "board_items" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "board_views" ADD COLUMN "hidden_column_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "board_views" ADD COLUMN "frozen_columns" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "boards" ADD COLUMN "formulas_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "item_dependencies" ADD CONSTRAINT "item_dependencies_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_dependencies" ADD CONSTRAINT "item_dependencies_waits_for_id_board_items_id_fk" FOREIGN KEY ("waits_for_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_files" ADD CONSTRAINT "item_files_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_files" ADD CONSTRAINT "item_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_scheduled" ADD CONSTRAINT "item_scheduled_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_scheduled" ADD CONSTRAINT "item_scheduled_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_dependencies_waits_for_id_index" ON "item_dependencies" USING btree ("waits_for_id");--> statement-breakpoint
CREATE INDEX "item_files_file_id_index" ON "item_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "item_scheduled_message_id_index" ON "item_scheduled" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "board_items" ADD CONSTRAINT "board_items_parent_id_board_items_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_items" ADD CONSTRAINT "board_items_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_items_parent" ON "board_items" USING btree ("parent_id") WHERE parent_id is not null;--> statement-breakpoint
CREATE INDEX "boards_formulas_due" ON "boards" USING btree ("formulas_due_at") WHERE formulas_due_at is not null;