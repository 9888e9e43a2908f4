CREATE TABLE "message_moves" (
	"id" uuid NOT NULL,
	"part" integer NOT NULL,
	"workspace_id" uuid NOT NULL,
	"rows" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_moves_id_part_pk" PRIMARY KEY("id","part")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "retry_of" uuid;--> statement-breakpoint
ALTER TABLE "message_moves" ADD CONSTRAINT "message_moves_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_moves_age" ON "message_moves" USING btree ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_retry_of" ON "messages" USING btree ("retry_of") WHERE retry_of is not null;