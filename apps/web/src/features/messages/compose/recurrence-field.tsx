import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { RecurrenceInput } from '../recurrence/recurrence-input.tsx';
import type { ComposeForm, EditedSeries } from './use-compose-form.ts';

/** Recurrence of a new message, or of an edited one together with those after it. Replies cannot recur. */
export function RecurrenceField(props: { form: ComposeForm; isEdit: boolean; series: EditedSeries | null }) {
  const ownZone = useZone();
  const { form, series } = props;
  const { values } = form;
  const isPossible = series ? series.scope !== 'one' : !props.isEdit && values.quote === null;
  if (!isPossible || values.sendNow) return null;
  return (
    <RecurrenceInput
      value={values.recurrence}
      onChange={(recurrence) => {
        form.setFieldValue('recurrence', recurrence);
        form.clearFieldError('recurrence');
      }}
      start={values.date && values.time ? `${values.date}T${values.time}` : undefined}
      zone={values.zone || ownZone}
      series={series}
      error={form.errors.recurrence}
    />
  );
}
