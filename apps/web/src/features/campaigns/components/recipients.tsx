import { Button, Group, Stack, Text } from '@mantine/core';
import type { RecipientState } from '@switchyard/contracts/campaigns/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { Hint } from '../../../components/hint.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { recipientsQuery } from '../api/campaigns.ts';
import '../texts.ts';
import { translateText } from '../../../lib/api/translate-text.ts';

const PAGE_SIZE = 50;
const MAX_SHOWN = 1_000;

/** Recipients in one state, or all, with their outcomes. Limited to a thousand; the export has the rest. */
export function Recipients({ id, state }: { id: string; state: RecipientState | null }) {
  const { t } = useTranslation('campaigns');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const found = useQuery(recipientsQuery(id, state, limit));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  const isPartial = found.data?.isPartial === true;
  if (found.data?.total === 0) {
    return <Hint>{t(isPartial ? 'detail.noneSeen' : 'detail.none')}</Hint>;
  }
  return (
    <Stack gap="xs" aria-busy={found.isPending}>
      {isPartial && <Hint>{t('detail.partial')}</Hint>}
      {(found.data?.data ?? []).map((recipient) => (
        <Stack key={recipient._id} gap={0}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" dir="auto" truncate>
              {recipient.name}
            </Text>
            <StatusBadge context="recipient" state={recipient.state} />
          </Group>
          <Hint size="xs">
            <bdi>{recipient.mobile}</bdi>
            {recipient.reason && (
              <>
                {' · '}
                <bdi>{translateText(recipient.reason)}</bdi>
              </>
            )}
          </Hint>
        </Stack>
      ))}
      {found.data && found.data.total > limit && limit < MAX_SHOWN && (
        <Button
          variant="default"
          loading={found.isFetching}
          onClick={() => setLimit(Math.min(MAX_SHOWN, limit + PAGE_SIZE * 4))}
        >
          {t('detail.more')}
        </Button>
      )}
    </Stack>
  );
}
