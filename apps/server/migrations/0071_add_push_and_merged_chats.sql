CREATE TABLE "push_key_pairs" (
	"public_key" text PRIMARY KEY NOT NULL,
	"private_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"login_id" uuid,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_login_id_login_sessions_id_fk" FOREIGN KEY ("login_id") REFERENCES "public"."login_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_person" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_login" ON "push_subscriptions" USING btree ("login_id");--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_merged_into_conversations_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_counted" ON "conversations" USING btree ("workspace_id","status","team_id","assignee_id") WHERE merged_into is null;--> statement-breakpoint
CREATE INDEX "conversations_merged" ON "conversations" USING btree ("merged_into") WHERE merged_into is not null;