-- Whoever changes what an engine should be, and however: the reconciler listens.
CREATE FUNCTION tell_of_changed_engine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('engines_changed', coalesce(NEW.id, OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tell_of_changed_engine AFTER INSERT OR DELETE OR UPDATE OF desired, pod_revision, token_version ON engines
  FOR EACH ROW EXECUTE FUNCTION tell_of_changed_engine();
