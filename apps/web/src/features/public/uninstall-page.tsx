import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { UNINSTALL_PATH, UNINSTALL_REASONS } from '@switchyard/contracts/accounts/uninstall';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.tsx';
import { PublicCard } from '../../components/public-card.tsx';
import { errorFromFailure } from '../../lib/api/api-error.ts';
import { requestJson } from '../../lib/api/request.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import './texts.ts';

const MAX_COMMENT_LENGTH = 1_000;

/** `/uninstall`: opened by the browser when the extension is removed. */
export function UninstallPage() {
  const { t } = useTranslation('public');
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useTitle(t('uninstall.title'));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (reason === '') return setFault(t('uninstall.choose'));
    setIsSending(true);
    try {
      await requestJson(UNINSTALL_PATH, { method: 'POST', body: { reason, words: comment } });
      await navigate({ to: '/thank-you', search: { for: 'uninstall' } });
    } catch (failure) {
      setFault(errorFromFailure(failure).message);
    } finally {
      setIsSending(false);
    }
  };

  return (
    <PublicCard title={t('uninstall.title')} lead={t('uninstall.lead')}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="md">
          {fault !== null && <Notice tone="error">{fault}</Notice>}
          <Radio.Group
            label={t('uninstall.reason')}
            value={reason}
            onChange={(value) => {
              setReason(value);
              setFault(null);
            }}
          >
            <Stack gap={10} mt={8}>
              {UNINSTALL_REASONS.map((choice) => (
                <Radio key={choice} value={choice} label={t(`uninstall.reasons.${choice}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label={t('uninstall.words')}
            description={t('uninstall.wordsHint')}
            maxLength={MAX_COMMENT_LENGTH}
            autosize
            minRows={3}
            dir="auto"
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <Button type="submit" size="md" fullWidth loading={isSending}>
            {t('uninstall.send')}
          </Button>
        </Stack>
      </form>
    </PublicCard>
  );
}
