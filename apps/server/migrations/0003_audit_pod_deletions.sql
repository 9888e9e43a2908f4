CREATE TABLE "pod_deletions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pod_name" text NOT NULL,
	"namespace" text NOT NULL,
	"pod_uid" text NOT NULL,
	"node_name" text NOT NULL,
	"pod_status" text NOT NULL,
	"sessions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"cause" text NOT NULL,
	"via" text NOT NULL,
	"outcome" text DEFAULT 'requested' NOT NULL,
	"failure" text,
	"actor_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pod_deletions" ADD CONSTRAINT "pod_deletions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pod_deletions_created_at_index" ON "pod_deletions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pod_deletions_pod_name_index" ON "pod_deletions" USING btree ("pod_name");