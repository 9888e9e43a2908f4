CREATE TABLE "bot_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"host" text NOT NULL,
	"value" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "is_charge_failing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stripe_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "paying_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot_deployments" ADD COLUMN "next_run_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bot_deployments" ADD COLUMN "run_done_to" uuid;--> statement-breakpoint
ALTER TABLE "contacts" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD COLUMN "quiet_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "bot_secrets" ADD CONSTRAINT "bot_secrets_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bot_secrets_workspace_id_index" ON "bot_secrets" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "bot_secrets_age" ON "bot_secrets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "bot_deployments_due" ON "bot_deployments" USING btree ("next_run_at") WHERE ended_at is null and next_run_at is not null;--> statement-breakpoint
CREATE INDEX "bot_sessions_tests" ON "bot_sessions" USING btree ("created_at") WHERE test_flow is not null;--> statement-breakpoint
CREATE INDEX "contacts_with_quiet_hours" ON "contacts" USING btree ("workspace_id") WHERE jsonb_typeof(quiet_hours) = 'object';--> statement-breakpoint
CREATE INDEX "messages_quiet" ON "messages" USING btree ("workspace_id","recipient") WHERE status = 'pending' and hold_rule = 'quiet_hours';--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_stripeCustomerId_unique" UNIQUE("stripe_customer_id");