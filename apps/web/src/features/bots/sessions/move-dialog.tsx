import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { BotSessionDetail } from '@switchyard/contracts/bots/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import '../texts.ts';

const VERSIONS_OFFERED = 50;

/** Chooses the version with which a conversation continues. */
export function MoveDialog({ session, onClose }: { session: BotSessionDetail; onClose: () => void }) {
  const { t } = useTranslation('bots');
  const found = useQuery(
    apiQuery.bots.versions.queryOptions({ input: { id: session.botId, limit: VERSIONS_OFFERED } }),
  );
  const move = useMutation(apiQuery.bots.moveSession.mutationOptions());
  const versions = (found.data?.data ?? []).filter(({ number }) => number !== session.versionNumber);
  const [chosen, setChosen] = useState('');
  const versionId = chosen || versions[0]?._id;
  return (
    <Modal opened onClose={onClose} title={t('session.move')}>
      <Stack gap="sm">
        <Text size="sm">{t('session.moveText', { number: formatNumber(session.versionNumber) })}</Text>
        {found.error && <Notice tone="error">{found.error.message}</Notice>}
        {found.isSuccess && versions.length === 0 ? (
          <Text c="dimmed">{t('session.noOtherVersion')}</Text>
        ) : (
          <NativeSelect
            label={t('session.moveTo')}
            value={versionId ?? ''}
            disabled={!found.isSuccess}
            data={versions.map((version) => ({
              value: version._id,
              label: t('detail.version', { number: formatNumber(version.number) }),
            }))}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        {move.error && <Notice tone="error">{move.error.message}</Notice>}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('session.keep')}
          </Button>
          <Button
            disabled={!versionId}
            loading={move.isPending}
            onClick={() => versionId && move.mutate({ id: session._id, versionId }, { onSuccess: onClose })}
          >
            {t('session.move')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
