ALTER TABLE "board_items" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "board_items" ADD COLUMN "import_row" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "board_items_import" ON "board_items" USING btree ("import_id","import_row") WHERE import_id is not null;