ALTER TABLE "messages" ADD COLUMN "origin" text DEFAULT 'web' NOT NULL;--> statement-breakpoint
-- Before this, a message came from an import or from the web API; which of the two is known.
UPDATE "messages" SET "origin" = 'import' WHERE "import_id" IS NOT NULL;
