import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { Hold, MessageDetail } from '@switchyard/contracts/messages/message';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HoldText } from '../../../components/hold-text.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { enginesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { invalidatePart } from '../../../lib/api/invalidate.ts';
import { messageMutation } from '../api/messages.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { ChooseNumber } from './choose-number.tsx';
import classes from './message-panel.module.css';
import { MessageOverdueQuestion } from './overdue-questions.tsx';

/** "Why not sent yet?": each rule that holds the message, with the one action that ends the hold, if there is one. */
export function MessageHolds({ message }: { message: MessageDetail }) {
  const { t } = useTranslation('messages');
  if (message.holds.length === 0) return null;
  return (
    <section aria-label={t('detail.holds')} className={classes.why}>
      <Text fw={600} size="sm">
        {t('detail.holds')}
      </Text>
      <ul className={classes.holds}>
        {message.holds.map((hold) => (
          <li key={hold.rule}>
            <span>
              <HoldText hold={hold} />
              {hold.until && (
                <>
                  {' '}
                  {t('detail.until')} <RelativeTime at={hold.until} exact />
                </>
              )}
            </span>
            {hold.rule === 'quiet_hours' && message.abilities.edit && <SendAnyway message={message} />}
            {hold.rule === 'overdue' && <MessageOverdueQuestion message={message} />}
            {needsNumberChoice(hold.rule) && message.abilities.edit && (
              <ChooseNumber messageId={message._id} engineId={message.engineId} />
            )}
            <HoldAction rule={hold.rule} engineId={message.engineId} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Rules that end when a person picks a number: the choice is not automatic, or the original browser is closed. */
const needsNumberChoice = (rule: Hold['rule']) =>
  rule === 'engine_gone' || rule === 'number_unchosen' || rule === 'browser_closed';

/**
 * The action that ends a hold. Nothing for holds that end by themselves, or for messages in doubt, which have their own
 * controls.
 */
function HoldAction({ rule, engineId }: { rule: Hold['rule']; engineId: string | null }) {
  const { t } = useTranslation('messages');
  const buttonProps = { size: 'sm', variant: 'light' } as const;
  if (rule === 'no_engine') {
    return (
      <ButtonLink {...buttonProps} to="/engines">
        {t('mend.connect')}
      </ButtonLink>
    );
  }
  if (rule === 'number_unchosen') {
    return (
      <ButtonLink {...buttonProps} to="/whatsapp-numbers">
        {t('mend.numbers')}
      </ButtonLink>
    );
  }
  if (rule === 'numbers_stopped') return <StartStoppedEngine />;
  if (rule === 'plan') {
    return (
      <ButtonLink {...buttonProps} to="/account-subscription">
        {t('mend.plan')}
      </ButtonLink>
    );
  }
  if (rule === 'campaign_paused') {
    return (
      <ButtonLink {...buttonProps} to="/campaigns">
        {t('mend.campaigns')}
      </ButtonLink>
    );
  }
  if (engineId === null) return null;
  if (rule === 'engine_stopped') return <StartEngine engineId={engineId} />;
  if (rule === 'engine_offline' || rule === 'restricted' || rule === 'on_its_way') {
    return (
      <ButtonLink {...buttonProps} to="/engine-explorer/$engineId" params={{ engineId }}>
        {t('mend.openEngine')}
      </ButtonLink>
    );
  }
  if (rule === 'daily_cap' || rule === 'quiet_hours' || rule === 'pacing' || rule === 'gap' || rule === 'queue_ahead') {
    return (
      <ButtonLink {...buttonProps} to="/engine-explorer/$engineId" params={{ engineId }} search={{ tab: 'settings' }}>
        {t(rule === 'quiet_hours' ? 'mend.quietHours' : rule === 'daily_cap' ? 'mend.dailyCap' : 'mend.pacing')}
      </ButtonLink>
    );
  }
  return null;
}

function SendAnyway({ message: { _id: id, version } }: { message: MessageDetail }) {
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const send = useMutation(
    apiQuery.messages.sendAnyway.mutationOptions({
      ...messageMutation(useQueryClient()),
      onError: (error) => toastError(refusal(error)),
    }),
  );
  return (
    <Button
      size="sm"
      variant="light"
      loading={send.isPending}
      onClick={() => send.mutate({ id, version }, { onSuccess: () => toast(t('mend.goesOut')) })}
    >
      {t('mend.sendAnyway')}
    </Button>
  );
}

/** Up to this many stopped engines get a start button here; with more, a link opens their list. */
const MAX_OFFERED = 3;

/** Shown when every number is stopped: the message goes out once any of them runs. */
function StartStoppedEngine() {
  const { t } = useTranslation('messages');
  const engines = useQuery(enginesQuery);
  if (engines.isPending) return <Skeleton height={30} width={130} />;
  const stopped = (engines.data?.data ?? []).filter(({ active, engineType }) => active && engineType === 'session-pod');
  if (stopped.length === 0 || stopped.length > MAX_OFFERED) {
    return (
      <ButtonLink size="sm" variant="light" to="/engines">
        {t('mend.numbers')}
      </ButtonLink>
    );
  }
  return (
    <Group gap="xs">
      {stopped.map(({ _id, name }) => (
        <StartEngine key={_id} engineId={_id} name={stopped.length > 1 ? name : undefined} />
      ))}
    </Group>
  );
}

/** @param name shown when there are several engines to choose from */
function StartEngine({ engineId, name }: { engineId: string; name?: string | undefined }) {
  const { t } = useTranslation('messages');
  const queries = useQueryClient();
  const start = useMutation(
    apiQuery.engines.create.mutationOptions({
      onSuccess: () => toast(t('mend.starting')),
      onError: (error) => toastError(t('mend.notStarted', { reason: error.message })),
      onSettled: () => void invalidatePart(queries, 'messages'),
    }),
  );
  return (
    <Button size="sm" variant="light" loading={start.isPending} onClick={() => start.mutate({ sessionId: engineId })}>
      {name === undefined ? t('mend.start') : t('mend.startNamed', { name })}
    </Button>
  );
}
