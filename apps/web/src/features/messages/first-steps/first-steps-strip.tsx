import { ActionIcon, Button } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { MAX_WAITING_COUNTED } from '@switchyard/contracts/messages/limits';
import { IconAlertTriangle, IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMatch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { openCompose, openConnect } from '../../../lib/dialogs/dialog-requests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { useLiveEvents } from '../../../lib/live/live-provider.tsx';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import classes from './first-steps.module.css';
import { type Connection, connectionOf, isLinked, STEPS, type Step, stepsDone } from './next-step.ts';
import './texts.ts';

/**
 * Strip below every screen, where it shifts no layout: messages waiting without a connection with a button to fix that,
 * and a new workspace's first steps until they are done. Nothing is shown until the server has answered.
 */
export function FirstStepsStrip() {
  const { t } = useTranslation('firstSteps');
  const me = useMe();
  const queries = useQueryClient();
  const engines = useQuery(enginesQuery);
  const known = useQuery(apiQuery.messages.firstSteps.queryOptions());
  useLiveEvents((event) => {
    if (event.type.startsWith('messages.')) {
      void queries.invalidateQueries({ queryKey: apiQuery.messages.firstSteps.key() });
    }
  });
  const [isHidden, setIsHidden] = useLocalStorage({
    key: `first-steps-hidden ${me.workspace._id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  // Platform admins on their own pages are not working in a workspace.
  const isOperating = useMatch({ from: '/_authenticated/_admin', shouldThrow: false }) !== undefined;
  const isAtBotUsage = useMatch({ from: '/_authenticated/bot-usage-dashboard', shouldThrow: false }) !== undefined;
  if (isOperating || isAtBotUsage || !engines.data || !known.data) return null;

  const { steps, waiting } = known.data;
  const connection = connectionOf(engines.data.data);
  const done = steps && stepsDone(engines.data.data, steps);
  const isWaiting = waiting > 0 && (connection === 'down' || connection === 'none');
  const isLed = done !== null && done.size < STEPS.length && !isHidden;
  if (!isWaiting && !isLed) return null;
  return (
    <aside className={classes.strip} aria-label={t('label')} data-tone={isWaiting ? 'warning' : undefined}>
      {isWaiting && (
        <p className={classes.notice} role="status">
          <IconAlertTriangle size={18} aria-hidden />
          {t(`waits.${connection === 'none' ? 'none' : 'down'}`, { count: waiting, formatted: amount(waiting) })}
        </p>
      )}
      {isLed && (
        <ol className={classes.steps}>
          {STEPS.map((step) => (
            <li
              key={step}
              data-done={done.has(step) || undefined}
              aria-label={done.has(step) ? t('done', { step: t(`step.${step}`) }) : undefined}
            >
              {done.has(step) ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
              {t(`step.${step}`)}
            </li>
          ))}
        </ol>
      )}
      <NextAction
        step={isWaiting || !done ? 'connect' : (STEPS.find((step) => !done.has(step)) ?? 'connect')}
        connection={connection}
        isLinked={isLinked(engines.data.data)}
        needsPlan={me.allowedEngineCount === 0 && engines.data.total === 0}
      />
      {isLed && !isWaiting && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('hide')} onClick={() => setIsHidden(true)}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </aside>
  );

  function amount(count: number): string {
    const formatted = formatNumber(count);
    return count < MAX_WAITING_COUNTED ? formatted : t('orMore', { formatted });
  }
}

/** The button for the next step. */
function NextAction(props: { step: Step; connection: Connection; isLinked: boolean; needsPlan: boolean }) {
  const { t } = useTranslation('firstSteps');
  if (props.step === 'message') {
    return (
      <Button size="xs" onClick={() => openCompose({})}>
        {t('act.message')}
      </Button>
    );
  }
  if (props.step === 'import') {
    return (
      <ButtonLink to="/import-messages" size="xs" variant="default">
        {t('act.import')}
      </ButtonLink>
    );
  }
  if (props.connection === 'starting') return <span role="status">{t('starting')}</span>;
  if (props.needsPlan) {
    return (
      <ButtonLink to="/account-subscription" size="xs">
        {t('act.plan')}
      </ButtonLink>
    );
  }
  if (!props.isLinked) {
    return (
      <Button size="xs" onClick={() => openConnect(true)}>
        {t('act.connect')}
      </Button>
    );
  }
  return (
    <ButtonLink to="/engines" size="xs">
      {t('act.engines')}
    </ButtonLink>
  );
}
