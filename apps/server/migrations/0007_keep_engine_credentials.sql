CREATE TABLE "engine_credentials" (
	"engine_id" uuid NOT NULL,
	"name" text NOT NULL,
	"value" "bytea" NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "engine_credentials_engine_id_name_pk" PRIMARY KEY("engine_id","name")
);
--> statement-breakpoint
ALTER TABLE "engine_credentials" ADD CONSTRAINT "engine_credentials_engine_id_engines_id_fk" FOREIGN KEY ("engine_id") REFERENCES "public"."engines"("id") ON DELETE cascade ON UPDATE no action;