import { Button, Group, Progress, Stack } from '@mantine/core';
import type { WhatsappNumber } from '@switchyard/contracts/engines/numbers';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { openConnect } from '../../../lib/dialogs/dialog-requests.ts';
import { Default, EngineLink, Limits, PhoneNumber, Rating } from './number-columns.tsx';
import './texts.ts';

const PERCENT = 100;
const UNPAIRED: readonly WhatsappNumber['status'][] = ['unpaired', 'qrcode'];

/** A number's state, its usage and limits, and actions to change them. */
export function NumberCard({ row }: { row: WhatsappNumber }) {
  const { t } = useTranslation('numbers');
  const { sentToday, dailyCap } = row.limits;
  return (
    <Card aria-label={row.phoneNumber}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <PhoneNumber row={row} />
          <StatusBadge context="engine" state={row.status} />
        </Group>
        <Group gap="xs">
          <EngineLink row={row} />
          <Hint size="xs">
            {t('column.member')}: <bdi>{row.member.fullName}</bdi>
          </Hint>
        </Group>
        <div>
          <Limits row={row} t={t} />
          {dailyCap !== null && (
            <Progress
              mt={4}
              size="sm"
              value={Math.min(PERCENT, (sentToday / dailyCap) * PERCENT)}
              aria-label={t('limits.label')}
            />
          )}
        </div>
        {row.isRated && <Rating row={row} t={t} />}
        <Group gap="xs">
          <Default row={row} t={t} />
          {UNPAIRED.includes(row.status) && (
            <Button size="compact-sm" onClick={() => openConnect(true)}>
              {t('empty.action')}
            </Button>
          )}
          <ButtonLink
            to="/engine-explorer/$engineId"
            params={{ engineId: row._id }}
            search={{ tab: 'settings' }}
            size="compact-sm"
            variant="default"
          >
            {t('speed')}
          </ButtonLink>
          <ButtonLink
            to="/engine-explorer/$engineId"
            params={{ engineId: row._id }}
            size="compact-sm"
            variant="default"
            aria-label={t('openOne', { name: row.engineName })}
          >
            {t('open')}
          </ButtonLink>
        </Group>
      </Stack>
    </Card>
  );
}
