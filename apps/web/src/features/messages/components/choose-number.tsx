import { Button, Checkbox, Group, Modal, Select, Stack } from '@mantine/core';
import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useChooseEngine } from '../api/choose-engine.ts';
import { useRefusalText } from '../api/refusal-text.ts';
import '../texts.ts';
import { bulkWords } from './bulk-words.ts';

/**
 * Of a message whose engine was deleted, or is in a browser that is closed: through which other it goes out, and
 * whether the others that waited for that one do, too.
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
  const engines = useQuery(apiQuery.engines.list.queryOptions({ input: { limit: MAX_PAGE_SIZE } }));
  const choose = useChooseEngine();
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
          toast(bulkWords(t, 'moved', result));
        },
      },
    );
  const error = choose.error ?? engines.error;
  return (
    <Stack gap="sm">
      {error && <Notice tone="error">{refusal(error)}</Notice>}
      <Select
        label={t('mend.number')}
        data={offered.map((one) => ({ value: one._id, label: one.name }))}
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
