import { Text } from '@mantine/core';
import type { CampaignDraft } from '@switchyard/contracts/campaigns/operations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { formatExact } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { audienceCount, checkQuery } from '../api/campaigns.ts';
import { definitionOf } from '../components/audience-fields.tsx';
import { Bubble, useSampleContact } from '../components/bubble.tsx';
import '../texts.ts';
import type { DraftValues } from './draft-values.ts';
import classes from './launch.module.css';

/**
 * Summary of the campaign beside every step; on narrow screens an expandable bar at the bottom. `checked` is the draft
 * under review, whose end is known.
 */
export function Summary(props: {
  values: DraftValues;
  zone: string;
  checked: CampaignDraft | null;
  isBar: boolean;
  /** Navigation between steps, in the bar. */
  children: ReactNode;
}) {
  const { t } = useTranslation('campaigns');
  const { values, zone } = props;
  const definition = definitionOf(values.audience);
  const count = useQuery(audienceCount(definition)).data?.contacts;
  const engines = useQuery(enginesQuery).data?.data ?? [];
  const check = useQuery({
    ...checkQuery(props.checked ?? EMPTY),
    enabled: props.checked !== null,
  });
  const reader = useSampleContact();
  const known = check.data?.sendable ?? (definition === null ? undefined : count);
  const recipients =
    known === undefined
      ? t('audience.incomplete')
      : t('launch.recipients', { count: known, formatted: formatNumber(known) });
  const start = !values.isLater ? t('launch.startNow') : values.startLocal === '' ? '…' : wallTime(values.startLocal);
  const ends =
    check.data?.forecast && t('launch.ends', { at: formatExact(new Date(check.data.forecast.likely), zone, false) });
  const names = values.engineIds.map((id) => engines.find(({ _id }) => _id === id)?.name ?? '…');
  const text = values.variants[0] ?? '';
  const facts = (
    <>
      {text.trim() === '' ? <Hint>{t('launch.noText')}</Hint> : <Bubble text={text} reader={reader} />}
      <dl className={classes.facts}>
        <Fact name={t('launch.facts.start')}>
          {start}
          {ends && <Hint>{ends}</Hint>}
        </Fact>
        <Fact name={t('launch.facts.hours')}>
          {values.hasWindow ? t('launch.hours', { from: values.from, to: values.to }) : t('launch.anyHour')}
          {values.perMinute !== null && (
            <Hint>{t('launch.perMinute', { count: values.perMinute, formatted: formatNumber(values.perMinute) })}</Hint>
          )}
        </Fact>
        <Fact name={t('launch.facts.numbers')}>
          <bdi>{names.length > 0 ? names.join(', ') : t('launch.defaultNumber')}</bdi>
        </Fact>
      </dl>
    </>
  );
  if (props.isBar) {
    return (
      <div className={classes.bar}>
        <details>
          <summary>
            <strong>{recipients}</strong> · {start}
          </summary>
          {facts}
        </details>
        {props.children}
      </div>
    );
  }
  return (
    <Card className={classes.summary} aria-label={t('launch.summary')}>
      <Heading>{t('launch.summary')}</Heading>
      <Text fw={600} size="lg" mih={28}>
        {recipients}
      </Text>
      {facts}
    </Card>
  );
}

/** Input of a query that is disabled. */
const EMPTY = { variants: [] } as unknown as CampaignDraft;

/** Formats a `datetime-local` value in the person's format. */
const wallTime = (local: string) => formatExact(new Date(`${local}Z`), 'UTC', false);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
