CREATE TABLE "installations" (
	"id" text PRIMARY KEY NOT NULL,
	"secret_fingerprint" text NOT NULL,
	"secret_generation" integer DEFAULT 0 NOT NULL
);
