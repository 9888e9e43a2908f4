import { Checkbox, Group, MultiSelect, NumberInput, Radio, Stack, TextInput } from '@mantine/core';
import { MAX_PER_MINUTE } from '@switchyard/contracts/campaigns/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choicesOf, enginesQuery } from '../../../lib/api/choices.ts';
import '../texts.ts';
import type { DraftValues, StepFault } from './draft-values.ts';

/** When the campaign starts, at which hours, how fast, and through which engines. */
export function TimeStep(props: {
  values: DraftValues;
  zone: string;
  /** The error to show; null for none. */
  fault: StepFault | null;
  onChange: (part: Partial<DraftValues>) => void;
}) {
  const { t } = useTranslation('campaigns');
  const { values, onChange } = props;
  const engines = useQuery(enginesQuery);
  const active = (engines.data?.data ?? []).filter((engine) => engine.active);
  return (
    <Stack gap="md">
      <Radio.Group
        aria-label={t('launch.steps.time')}
        value={values.isLater ? 'later' : 'now'}
        onChange={(value) => onChange({ isLater: value === 'later' })}
      >
        <Stack gap={6}>
          <Radio value="now" label={t('launch.startNow')} />
          <Radio value="later" label={t('launch.startLater')} />
        </Stack>
      </Radio.Group>
      {values.isLater && (
        <TextInput
          type="datetime-local"
          w={260}
          label={t('launch.startAt', { zone: props.zone })}
          value={values.startLocal}
          error={props.fault === 'startMissing' && t('launch.startMissing')}
          onChange={(event) => onChange({ startLocal: event.currentTarget.value })}
        />
      )}
      <Checkbox
        label={t('launch.window')}
        checked={values.hasWindow}
        onChange={(event) => onChange({ hasWindow: event.currentTarget.checked })}
      />
      {values.hasWindow && (
        <Group align="flex-start">
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              w={140}
              label={t(`launch.${end}`)}
              value={values[end]}
              error={end === 'to' && props.fault === 'windowFault' && t('launch.windowFault')}
              onChange={(event) => event.currentTarget.value && onChange({ [end]: event.currentTarget.value })}
            />
          ))}
        </Group>
      )}
      <NumberInput
        w={260}
        label={t('launch.speed')}
        description={t('launch.speedHint')}
        min={1}
        max={MAX_PER_MINUTE}
        allowDecimal={false}
        value={values.perMinute ?? ''}
        onChange={(value) => onChange({ perMinute: value === '' ? null : Number(value) })}
      />
      {active.length > 1 && (
        <MultiSelect
          label={t('launch.engines')}
          description={t('launch.enginesHint')}
          clearable
          data={choicesOf(active)}
          value={values.engineIds}
          onChange={(engineIds) => onChange({ engineIds })}
        />
      )}
    </Stack>
  );
}
