CREATE UNIQUE INDEX "automation_runs_chat_moment" ON "automation_runs" USING btree ("automation_id","moment") WHERE moment is not null and item_id is null;--> statement-breakpoint
-- Schedules become rules of RFC 5545, from the day on which the automation was made.
UPDATE "automations" SET "trigger" = jsonb_build_object(
  'kind', 'schedule',
  'start', to_char("created_at", 'YYYY-MM-DD') || 'T' || ("trigger" ->> 'time'),
  'rule', CASE "trigger" ->> 'every'
    WHEN 'day' THEN 'FREQ=DAILY'
    WHEN 'weekday' THEN 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
    WHEN 'week' THEN 'FREQ=WEEKLY;BYDAY=' || coalesce((ARRAY['MO','TU','WE','TH','FR','SA','SU'])[coalesce(("trigger" ->> 'on')::int, 1)], 'MO')
    ELSE CASE
      WHEN coalesce(("trigger" ->> 'on')::int, 1) <= 28 THEN 'FREQ=MONTHLY;BYMONTHDAY=' || coalesce("trigger" ->> 'on', '1')
      ELSE 'FREQ=MONTHLY;BYMONTHDAY=' || array_to_string(ARRAY(SELECT generate_series(28, ("trigger" ->> 'on')::int)), ',') || ';BYSETPOS=-1'
    END
  END)
WHERE "kind" = 'schedule' AND "trigger" ? 'every';
