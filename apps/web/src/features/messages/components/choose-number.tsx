import { Button, Checkbox, Group, Modal, Select, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { choicesOf, enginesQuery } from '../../../lib/api/choices.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { describeBulkResult } from './describe-bulk-result.ts';

/**
 * Asks which number to use instead for a message whose engine was deleted or whose browser is closed, and whether the
 * other messages waiting for that engine should follow.
 */
export function ChooseNumber({ messageId, engineId }: { messageId: string; engineId: string | null }) {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="light" onClick={() => setIsOpen(true)}>
        {t('mend.choose')}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={t('mend.choose')}>
        {isOpen && <Choice messageId={messageId} formerId={engineId} onClose={() => setIsOpen(false)} />}
      </Modal>
    </>
  );
}

function Choice(props: { messageId: string; formerId: string | null; onClose: () => void }) {
  const { messageId, formerId, onClose } = props;
  const { t } = useTranslation('messages');
  const refusal = useRefusalText();
  const engines = useQuery(enginesQuery);
  const choose = useMutation(apiQuery.messages.chooseEngine.mutationOptions());
  const [engineId, setEngineId] = useState<string | null>(null);
  const [others, setOthers] = useState(true);
  const offered = (engines.data?.data ?? []).filter(
    ({ _id, active, isLegacy }) => active && !isLegacy && _id !== formerId,
  );
  if (engines.isSuccess && offered.length === 0) {
    return (
      <Stack gap="sm">
        {t('mend.noOther')}
        <ButtonLink to="/engines">{t('mend.connect')}</ButtonLink>
      </Stack>
    );
  }
  const submit = () =>
    engineId !== null &&
    choose.mutate(
      { id: messageId, engineId, others },
      {
        onSuccess: (result) => {
          onClose();
          toast(describeBulkResult(t, 'moved', result));
        },
      },
    );
  const error = choose.error ?? engines.error;
  return (
    <Stack gap="sm">
      {error && <Notice tone="error">{refusal(error)}</Notice>}
      <Select
        label={t('mend.number')}
        data={choicesOf(offered)}
        value={engineId}
        onChange={setEngineId}
        disabled={engines.isPending}
        data-autofocus
      />
      <Checkbox
        label={t('mend.others')}
        checked={others}
        onChange={(event) => setOthers(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('bulk.keep')}
        </Button>
        <Button loading={choose.isPending} disabled={engineId === null} onClick={submit}>
          {t('mend.useNumber')}
        </Button>
      </Group>
    </Stack>
  );
}
