CREATE TABLE "item_plans" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"rule" text,
	"remind_days_before" integer,
	"remind_at" text
);
--> statement-breakpoint
CREATE TABLE "item_reminders" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "item_reminders_item_id_user_id_day_pk" PRIMARY KEY("item_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"view_id" uuid,
	"token_hash" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_feeds_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "form_answers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"opened_hash" text NOT NULL,
	"person" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "personal_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "personal_links_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "redirect_url" text;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "embedded_on" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "is_one_per_person" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "item_plans" ADD CONSTRAINT "item_plans_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reminders" ADD CONSTRAINT "item_reminders_item_id_board_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."board_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_reminders" ADD CONSTRAINT "item_reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_view_id_board_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."board_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_answers" ADD CONSTRAINT "form_answers_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_links" ADD CONSTRAINT "personal_links_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "personal_links" ADD CONSTRAINT "personal_links_contact_id_contacts_id_fk" FOREIGN KEY ("contact_id") REFERENCES "public"."contacts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_reminders_user_id_index" ON "item_reminders" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_workspace_id_user_id_index" ON "calendar_feeds" USING btree ("workspace_id","user_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_user_id_index" ON "calendar_feeds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "calendar_feeds_view_id_index" ON "calendar_feeds" USING btree ("view_id");--> statement-breakpoint
CREATE UNIQUE INDEX "form_answers_opened" ON "form_answers" USING btree ("share_id","opened_hash");--> statement-breakpoint
CREATE INDEX "form_answers_person" ON "form_answers" USING btree ("share_id","person") WHERE person is not null;--> statement-breakpoint
CREATE INDEX "personal_links_share_id_index" ON "personal_links" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "personal_links_contact_id_index" ON "personal_links" USING btree ("contact_id");