ALTER TABLE "file_contents" ADD COLUMN "preview" "bytea";--> statement-breakpoint
ALTER TABLE "file_contents" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "file_contents" ADD COLUMN "height" integer;