CREATE TABLE "login_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_organization_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "login_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"mobile" text NOT NULL,
	"zone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine_lanes" (
	"engine_id" uuid PRIMARY KEY NOT NULL,
	"generation" bigint DEFAULT 0 NOT NULL,
	"holder" text,
	"instance_id" uuid,
	"expires_at" timestamp with time zone,
	"known_per_minute" double precision,
	"new_per_minute" double precision,
	"burst" integer DEFAULT 20 NOT NULL,
	"known_tokens" double precision DEFAULT 0 NOT NULL,
	"new_tokens" double precision DEFAULT 0 NOT NULL,
	"refilled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"daily_cap" integer,
	"sent_today" integer DEFAULT 0 NOT NULL,
	"counted_day" text,
	"quiet_from" text,
	"quiet_to" text,
	"restriction_scope" text,
	"restricted_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "engine_recipients" (
	"engine_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"first_sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engine_recipients_engine_id_recipient_pk" PRIMARY KEY("engine_id","recipient")
);
--> statement-breakpoint
CREATE TABLE "engines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"engine_type" text DEFAULT 'session-pod' NOT NULL,
	"gateway_type" text DEFAULT 'wa-js-gcp' NOT NULL,
	"driver" text NOT NULL,
	"status" text DEFAULT 'initializing' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"k8s_namespace" text NOT NULL,
	"desired" text DEFAULT 'absent' NOT NULL,
	"pod_revision" integer DEFAULT 0 NOT NULL,
	"pod_name" text,
	"phone_number" text,
	"qrcode" text,
	"token_version" integer DEFAULT 1 NOT NULL,
	"last_restart" timestamp with time zone,
	"connected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engine_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"from_date_time" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"state" text NOT NULL,
	"session_type" text NOT NULL,
	"pod_id" text,
	"triggerd_by" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_by" uuid,
	"engine_id" uuid,
	"contact_name" text NOT NULL,
	"contact_list" jsonb NOT NULL,
	"recipient" text NOT NULL,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"ack" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"due_local" text NOT NULL,
	"zone" text NOT NULL,
	"claimable_at" timestamp with time zone NOT NULL,
	"hold_rule" text,
	"wa_message_id" text NOT NULL,
	"lease_generation" bigint,
	"claimed_at" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"wire_id" text,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"send_failure_reason" text,
	"sent_with" text DEFAULT 'whatsapp' NOT NULL,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"campaign_id" text,
	"is_recurring" boolean DEFAULT false NOT NULL,
	"verify_contact" boolean DEFAULT false NOT NULL,
	"import_id" uuid,
	"import_row" integer,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"inviter_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"metadata" text,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"country" text DEFAULT 'GB' NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspaces_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "login_accounts" ADD CONSTRAINT "login_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine_lanes" ADD CONSTRAINT "engine_lanes_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine_recipients" ADD CONSTRAINT "engine_recipients_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engines" ADD CONSTRAINT "engines_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engines" ADD CONSTRAINT "engines_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_organization_id_workspaces_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_organization_id_workspaces_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_accounts_user_id_index" ON "login_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_accounts_provider_id_account_id_index" ON "login_accounts" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "login_sessions_user_id_index" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier_index" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE UNIQUE INDEX "contacts_workspace_id_mobile_index" ON "contacts" USING btree ("workspace_id","mobile");--> statement-breakpoint
CREATE INDEX "contacts_workspace_id_name_index" ON "contacts" USING btree ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "engines_workspace_id_index" ON "engines" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "session_events_engine_id_from_date_time_index" ON "session_events" USING btree ("engine_id","from_date_time");--> statement-breakpoint
CREATE INDEX "session_events_from_date_time_index" ON "session_events" USING btree ("from_date_time");--> statement-breakpoint
CREATE INDEX "messages_lane" ON "messages" USING btree ("engine_id","claimable_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "messages_in_flight" ON "messages" USING btree ("engine_id","claimed_at") WHERE status = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "messages_wa_message_id" ON "messages" USING btree ("wa_message_id");--> statement-breakpoint
CREATE INDEX "messages_listing" ON "messages" USING btree ("workspace_id","due_at" DESC NULLS LAST,"id") WHERE not deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_import_row" ON "messages" USING btree ("import_id","import_row") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "workspace_invitations_organization_id_index" ON "workspace_invitations" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "workspace_invitations_email_index" ON "workspace_invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_organization_id_user_id_index" ON "workspace_members" USING btree ("organization_id","user_id");--> statement-breakpoint
CREATE INDEX "workspace_members_user_id_index" ON "workspace_members" USING btree ("user_id");