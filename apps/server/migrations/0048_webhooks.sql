CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"fault" text,
	"request_headers" jsonb NOT NULL,
	"response_headers" jsonb,
	"response_body" text
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_deliveries_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"created_by" uuid,
	"url" text NOT NULL,
	"description" text,
	"events" text[] NOT NULL,
	"secret" "bytea" NOT NULL,
	"previous_secret" "bytea",
	"previous_secret_until" timestamp with time zone,
	"state" text DEFAULT 'enabled' NOT NULL,
	"disabled_because" text,
	"failing_since" timestamp with time zone,
	"rest_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"workspace_id" uuid NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_webhook_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery_id_number_index" ON "webhook_attempts" USING btree ("delivery_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("endpoint_id","next_at","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_order" ON "webhook_deliveries" USING btree ("endpoint_id","subject","position") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_hand" ON "webhook_deliveries" USING btree ("endpoint_id","claimed_until") WHERE claimed_until is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_listing" ON "webhook_deliveries" USING btree ("workspace_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_event" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_workspace_id_created_at_index" ON "webhook_endpoints" USING btree ("workspace_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_events_workspace_id_index" ON "webhook_events" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "webhook_events_created_at_index" ON "webhook_events" USING btree ("created_at");--> statement-breakpoint
-- Records an event, with a delivery for each webhook that wants it, in the caller's transaction; where none does, nothing is written.
CREATE FUNCTION "record_webhook_event"("of_workspace" uuid, "of_type" text, "about" text, "told" jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "wanted" uuid[];
  "event" uuid := gen_random_uuid();
BEGIN
  SELECT array_agg("id") INTO "wanted" FROM "webhook_endpoints"
  WHERE "workspace_id" = "of_workspace" AND "state" = 'enabled' AND "of_type" = ANY ("events");
  IF "wanted" IS NULL THEN RETURN; END IF;
  INSERT INTO "webhook_events" ("id", "workspace_id", "type", "data") VALUES ("event", "of_workspace", "of_type", "told");
  INSERT INTO "webhook_deliveries" ("id", "workspace_id", "endpoint_id", "event_id", "subject")
  SELECT gen_random_uuid(), "of_workspace", "endpoint", "event", "about" FROM unnest("wanted") AS "endpoint";
END $$;
--> statement-breakpoint
CREATE FUNCTION "webhook_time"("at" timestamptz) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
CREATE FUNCTION "record_message_event"("message" "messages", "of_type" text) RETURNS void LANGUAGE sql AS $$
  SELECT "record_webhook_event"("message"."workspace_id", "of_type", 'message:' || "message"."id", jsonb_strip_nulls(jsonb_build_object(
    'id', "message"."id", 'to', "message"."recipient", 'text', "message"."body", 'status', "message"."status", 'ack', "message"."ack",
    'engineId', "message"."engine_id", 'campaignId', "message"."campaign_id", 'sendAt', "webhook_time"("message"."due_at"),
    'createdAt', "webhook_time"("message"."created_at"), 'sentAt', "webhook_time"("message"."sent_at"),
    'deliveredAt', "webhook_time"("message"."delivered_at"), 'readAt', "webhook_time"("message"."read_at"),
    'failureReason', "message"."send_failure_reason")))
$$;
--> statement-breakpoint
-- Many statements change messages, those of the lane many rows at once: whatever does, it is told in its transaction.
CREATE FUNCTION "tell_of_changed_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "webhook_endpoints" WHERE "workspace_id" = NEW."workspace_id" AND "state" = 'enabled') THEN RETURN NULL; END IF;
  IF NEW."status" <> OLD."status" AND NEW."status" IN ('sending', 'sent', 'failed', 'cancelled', 'unknown') THEN
    PERFORM "record_message_event"(NEW, 'message.' || NEW."status");
  END IF;
  IF NEW."ack" <> OLD."ack" THEN
    IF OLD."ack" < 2 AND NEW."ack" >= 2 THEN PERFORM "record_message_event"(NEW, 'message.delivered'); END IF;
    IF OLD."ack" < 3 AND NEW."ack" >= 3 THEN PERFORM "record_message_event"(NEW, 'message.read'); END IF;
    PERFORM "record_message_event"(NEW, 'ack_changed_webhook');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_of_changed_message" AFTER UPDATE OF "status", "ack" ON "messages" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status" OR OLD."ack" IS DISTINCT FROM NEW."ack") EXECUTE FUNCTION "tell_of_changed_message"();
--> statement-breakpoint
CREATE FUNCTION "tell_of_new_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "message" "messages";
BEGIN
  FOR "message" IN SELECT * FROM "added" WHERE "status" = 'pending' AND "workspace_id" IN (
    SELECT "workspace_id" FROM "webhook_endpoints" WHERE "state" = 'enabled' AND 'message.queued' = ANY ("events"))
  LOOP
    PERFORM "record_message_event"("message", 'message.queued');
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_of_new_messages" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "tell_of_new_messages"();
--> statement-breakpoint
CREATE FUNCTION "tell_of_engine_status"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "told" jsonb := jsonb_strip_nulls(jsonb_build_object('id', NEW."id", 'name', NEW."name", 'state', NEW."status", 'previousState', OLD."status",
    'connected', NEW."status" = 'connected', 'phoneNumber', NEW."phone_number"));
  "about" text := 'session:' || NEW."id";
BEGIN
  IF NEW."status" = 'connected' THEN PERFORM "record_webhook_event"(NEW."workspace_id", 'session.connected', "about", "told"); END IF;
  IF OLD."status" = 'connected' THEN PERFORM "record_webhook_event"(NEW."workspace_id", 'session.disconnected', "about", "told"); END IF;
  PERFORM "record_webhook_event"(NEW."workspace_id", 'session.status_changed', "about", "told");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tell_of_engine_status" AFTER UPDATE OF "status" ON "engines" FOR EACH ROW
  WHEN (OLD."status" IS DISTINCT FROM NEW."status") EXECUTE FUNCTION "tell_of_engine_status"();
