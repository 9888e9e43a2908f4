CREATE TABLE "agent_boards" (
	"workspace_id" uuid NOT NULL,
	"agent_id" text NOT NULL,
	"domain" text NOT NULL,
	"board_id" uuid NOT NULL,
	"description" text,
	"retention_days" integer NOT NULL,
	CONSTRAINT "agent_boards_workspace_id_agent_id_domain_pk" PRIMARY KEY("workspace_id","agent_id","domain"),
	CONSTRAINT "agent_boards_boardId_unique" UNIQUE("board_id")
);
--> statement-breakpoint
CREATE TABLE "item_sources" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"source" jsonb,
	"confidence" double precision,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_boards" ADD CONSTRAINT "agent_boards_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_boards" ADD CONSTRAINT "agent_boards_board_id_boards_id_fk" FOREIGN KEY ("board_id") REFERENCES "public"."boards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_sources" ADD CONSTRAINT "item_sources_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;