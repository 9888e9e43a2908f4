CREATE TABLE "engine_inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "engine_inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"engine_id" uuid NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "engine_inbox" ADD CONSTRAINT "engine_inbox_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "engine_inbox_engine_id_key_index" ON "engine_inbox" USING btree ("engine_id","key");--> statement-breakpoint
CREATE INDEX "engine_inbox_waiting" ON "engine_inbox" USING btree ("engine_id","id") WHERE "engine_inbox"."taken_at" is null;--> statement-breakpoint
CREATE INDEX "engine_inbox_taken" ON "engine_inbox" USING btree ("engine_id","taken_at") WHERE "engine_inbox"."taken_at" is not null;