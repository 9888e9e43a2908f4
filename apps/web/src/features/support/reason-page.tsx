import { Button, Stack, TextInput } from '@mantine/core';
import type { SupportTarget } from '@switchyard/contracts/accounts/support';
import { SUPPORT_MINUTES } from '@switchyard/contracts/accounts/support-limits';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicCard } from '../../components/public-card.tsx';
import { errorFromFailure } from '../../lib/api/api-error.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { useRefreshMe } from '../../lib/signed-in/use-refresh-me.ts';
import { startSupport } from './api.ts';
import './texts.ts';

const MAX_REASON_LENGTH = 300;

/** Takes the place of another person's screen: asks for the reason, then shows it. */
export function SupportReasonPage({ supported }: { supported: SupportTarget }) {
  const { t } = useTranslation('support');
  const refreshMe = useRefreshMe();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  useTitle(t('ask.title'));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setFault(t('ask.missing'));
    setIsSending(true);
    try {
      await startSupport(supported, reason);
      await refreshMe();
    } catch (failure) {
      setFault(errorFromFailure(failure).message);
    } finally {
      setIsSending(false);
    }
  };

  const names = { name: supported.fullName, workspace: supported.workspaceName, minutes: SUPPORT_MINUTES };
  return (
    <PublicCard title={t('ask.title')} lead={t('ask.lead', names)}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <TextInput
            size="md"
            label={t('ask.reason')}
            description={t('ask.reasonHint')}
            maxLength={MAX_REASON_LENGTH}
            dir="auto"
            data-autofocus
            autoFocus
            value={reason}
            error={fault}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setFault(null);
            }}
          />
          <Button type="submit" size="md" fullWidth loading={isSending}>
            {t('ask.begin')}
          </Button>
          <Button variant="default" size="md" fullWidth component="a" href="/calendar">
            {t('ask.back')}
          </Button>
        </Stack>
      </form>
    </PublicCard>
  );
}
