DROP INDEX "knowledge_vectors_knowledge_base_id_model_index";--> statement-breakpoint
CREATE INDEX "bot_sessions_of_bot_by_status" ON "bot_sessions" USING btree ("bot_id","status","id" DESC NULLS LAST) WHERE test_flow is null;--> statement-breakpoint
CREATE INDEX "bot_sessions_of_workspace" ON "bot_sessions" USING btree ("workspace_id","id" DESC NULLS LAST) WHERE test_flow is null;--> statement-breakpoint
CREATE INDEX "knowledge_vectors_signs" ON "knowledge_vectors" USING btree ("knowledge_base_id","model","signs","passage_id");