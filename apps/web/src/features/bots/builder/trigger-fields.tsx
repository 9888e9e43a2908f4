import { Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { type BotNode, type NodeOf, TRIGGERS } from '@switchyard/contracts/bots/flow';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choicesOf, labelsQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import { LinesField, Weekdays } from './step-inputs.tsx';

/** What starts a conversation. */
export function TriggerFields(props: { step: NodeOf<'trigger'>; onChange: (part: Partial<BotNode>) => void }) {
  const { t } = useTranslation('bots');
  const { step, onChange } = props;
  return (
    <>
      <NativeSelect
        label={t('builder.triggerOn')}
        value={step.on}
        data={TRIGGERS.map((value) => ({ value, label: t(`builder.on.${value}`) }))}
        onChange={(event) => onChange({ on: event.currentTarget.value as typeof step.on })}
      />
      {step.on === 'keyword' && (
        <LinesField
          label={t('builder.keywords')}
          value={step.keywords}
          onChange={(keywords) => onChange({ keywords })}
        />
      )}
      {step.on === 'pattern' && (
        <TextInput
          label={t('builder.pattern')}
          value={step.pattern}
          onChange={(event) => onChange({ pattern: event.currentTarget.value })}
          dir="ltr"
        />
      )}
      {step.on === 'campaign' && (
        <CampaignSelect value={step.campaignId} onChange={(campaignId) => onChange({ campaignId })} />
      )}
      {step.on === 'schedule' && (
        <>
          <LabelSelect value={step.label} onChange={(label) => onChange({ label })} />
          <Weekdays days={step.days} onChange={(days) => onChange({ days })} />
          <TextInput
            type="time"
            label={t('builder.at')}
            value={step.at}
            onChange={(event) => onChange({ at: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

const MAX_OPTIONS = 100;

function CampaignSelect(props: { value: string | null; onChange: (campaignId: string | null) => void }) {
  const { t } = useTranslation('bots');
  const found = useQuery(apiQuery.campaigns.list.queryOptions({ input: { limit: MAX_OPTIONS } }));
  return (
    <NativeSelect
      label={t('builder.campaign')}
      description={t('builder.campaignHelp')}
      value={props.value ?? ''}
      data={[{ value: '', label: t('builder.anyCampaign') }, ...choicesOf(found.data?.data)]}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
    />
  );
}

function LabelSelect(props: { value: string; onChange: (label: string) => void }) {
  const { t } = useTranslation('bots');
  const found = useQuery(labelsQuery);
  return (
    <Autocomplete
      label={t('builder.scheduleLabel')}
      description={t('builder.scheduleHelp')}
      value={props.value}
      data={(found.data?.data ?? []).map(({ name }) => name)}
      maxLength={64}
      onChange={props.onChange}
      dir="auto"
    />
  );
}
