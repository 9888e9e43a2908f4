import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { BOT_PAGE_SIZE } from '../api/bots-with-last-activity.ts';
import '../texts.ts';

/**
 * Pages of a list of bots, from 1, with the texts of spec 000 section 2.3. `total`: null while unknown, with blank
 * space in its place.
 */
export function BotPages(props: {
  page: number;
  total: number | null;
  isLoading: boolean;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation('bots');
  const { page } = props;
  const visibility = props.total === null ? 'hidden' : 'visible';
  // Of about the final width.
  const total = props.total ?? page * BOT_PAGE_SIZE;
  const pages = Math.max(1, Math.ceil(total / BOT_PAGE_SIZE));
  const from = total === 0 ? 0 : (page - 1) * BOT_PAGE_SIZE + 1;
  const to = Math.min(total, page * BOT_PAGE_SIZE);
  return (
    <Group justify="space-between" gap="xs">
      <Hint aria-live="polite" style={{ visibility }}>
        {t('list.showing', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })}
      </Hint>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={page <= 1 || props.isLoading}
          onClick={() => props.onPage(page - 1)}
        >
          {t('list.previous')}
        </Button>
        <Text size="sm" style={{ visibility }}>
          {t('list.page', { page: formatNumber(page), pages: formatNumber(pages) })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          disabled={page >= pages || props.isLoading}
          onClick={() => props.onPage(page + 1)}
        >
          {t('list.next')}
        </Button>
      </Group>
    </Group>
  );
}
