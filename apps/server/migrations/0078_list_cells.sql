CREATE TABLE "cell_workspaces" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"cell" text NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cells" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cell_workspaces_cell_workspace_id_index" ON "cell_workspaces" USING btree ("cell","workspace_id");