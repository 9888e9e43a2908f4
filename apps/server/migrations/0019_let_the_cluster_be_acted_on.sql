CREATE TABLE "cluster_rules" (
	"rule" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"switched_by" uuid NOT NULL,
	"switched_at" timestamp with time zone NOT NULL,
	"last_run_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "forecast_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"node_name" text NOT NULL,
	"node_uid" text NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	"memory_bytes" bigint NOT NULL,
	"capacity_bytes" bigint NOT NULL,
	"growth_bytes_per_minute" double precision NOT NULL,
	"confidence" double precision NOT NULL,
	"crosses_at" timestamp with time zone,
	"earliest_at" timestamp with time zone,
	"latest_at" timestamp with time zone,
	"outcome" text,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "forecast_minutes" (
	"minute" integer PRIMARY KEY NOT NULL,
	"nodes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plan_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"node_name" text NOT NULL,
	"node_uid" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"going" text DEFAULT 'no' NOT NULL,
	"cordoned_by_run" boolean,
	"problem" text,
	"moves" jsonb NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"actor_name" text NOT NULL,
	"actor_workspace_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pod_deletions" ADD COLUMN "act" text DEFAULT 'delete' NOT NULL;--> statement-breakpoint
ALTER TABLE "cluster_rules" ADD CONSTRAINT "cluster_rules_switched_by_users_id_fk" FOREIGN KEY ("switched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_runs" ADD CONSTRAINT "plan_runs_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "forecast_alerts_raised_at_index" ON "forecast_alerts" USING btree ("raised_at");--> statement-breakpoint
CREATE INDEX "plan_runs_created_at_index" ON "plan_runs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_runs_one_a_node" ON "plan_runs" USING btree ("node_name") WHERE "plan_runs"."state" in ('open', 'undoing');