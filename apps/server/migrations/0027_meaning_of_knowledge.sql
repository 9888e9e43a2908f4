CREATE TABLE "knowledge_vectors" (
	"passage_id" uuid PRIMARY KEY NOT NULL,
	"knowledge_base_id" uuid NOT NULL,
	"model" text NOT NULL,
	"signs" bit varying NOT NULL,
	"numbers" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agent_models" ADD COLUMN "embedding_model" text;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "vectors_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "vector_model" text;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "near_enough" real;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "vector_fault" text;--> statement-breakpoint
ALTER TABLE "knowledge_vectors" ADD CONSTRAINT "knowledge_vectors_passage_id_knowledge_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."knowledge_passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_vectors" ADD CONSTRAINT "knowledge_vectors_knowledge_base_id_knowledge_bases_id_fk" FOREIGN KEY ("knowledge_base_id") REFERENCES "public"."knowledge_bases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "knowledge_vectors_knowledge_base_id_model_index" ON "knowledge_vectors" USING btree ("knowledge_base_id","model");--> statement-breakpoint
CREATE INDEX "knowledge_bases_vectors_due" ON "knowledge_bases" USING btree ("vectors_due_at") WHERE "knowledge_bases"."vectors_due_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_ended_without_reason" ON "messages" USING btree ("workspace_id","status","due_at","id") WHERE status in ('failed', 'cancelled', 'unknown') and send_failure_reason is null and not deleted;--> statement-breakpoint
CREATE INDEX "messages_ended_at_once" ON "messages" USING btree ("workspace_id","status","due_at","id") WHERE status in ('failed', 'cancelled', 'unknown') and retry_count = 0 and not deleted;