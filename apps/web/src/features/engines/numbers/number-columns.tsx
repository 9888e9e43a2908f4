import { Badge, Button, Stack, Text } from '@mantine/core';
import type { WhatsappNumber } from '@switchyard/contracts/engines/numbers';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Trans } from 'react-i18next';
import type { DataColumn } from '../../../components/data-table/column.ts';
import { Hint } from '../../../components/hint.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { StatusBadge } from '../../../components/status/status-badge.tsx';
import { toast } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';

type T = TFunction<'numbers'>;
interface OfNumber {
  row: WhatsappNumber;
  t: T;
}

/** Columns of the numbers table; on a phone the details are below the number. */
export function numberColumns(t: T, isNarrow: boolean): DataColumn<WhatsappNumber>[] {
  const number: DataColumn<WhatsappNumber> = {
    id: 'number',
    name: t('column.number'),
    isFixed: true,
    sortBy: (row) => row.phoneNumber,
    cell: (row) => <PhoneNumber row={row} />,
  };
  if (isNarrow) {
    return [
      {
        ...number,
        cell: (row) => (
          <Stack gap={6} py={8} align="flex-start">
            <PhoneNumber row={row} />
            <EngineLink row={row} />
            <Hint size="xs">
              {t('column.member')}: <bdi>{row.member.fullName}</bdi>
            </Hint>
            <StatusBadge context="engine" state={row.status} />
            <Default row={row} t={t} />
            <Rating row={row} t={t} />
            <Limits row={row} t={t} />
          </Stack>
        ),
      },
    ];
  }
  return [
    number,
    {
      id: 'engine',
      name: t('column.engine'),
      sortBy: (row) => row.engineName,
      cell: (row) => <EngineLink row={row} />,
    },
    {
      id: 'member',
      name: t('column.member'),
      sortBy: (row) => row.member.fullName,
      cell: (row) => <bdi>{row.member.fullName}</bdi>,
    },
    {
      id: 'status',
      name: t('column.status'),
      sortBy: (row) => row.status,
      cell: (row) => <StatusBadge context="engine" state={row.status} />,
    },
    { id: 'default', name: t('default.column'), cell: (row) => <Default row={row} t={t} /> },
    { id: 'rating', name: t('column.rating'), cell: (row) => <Rating row={row} t={t} /> },
    {
      id: 'limits',
      name: t('column.limits'),
      sortBy: (row) => row.limits.sentToday,
      cell: (row) => <Limits row={row} t={t} />,
    },
  ];
}

export const PhoneNumber = ({ row }: { row: WhatsappNumber }) => (
  <Text component="span" fw={550} size="sm">
    <bdi dir="ltr">{row.phoneNumber}</bdi>
  </Text>
);

/** Shows whether the number is the default for new messages, or a button to make it so. */
export function Default({ row, t }: OfNumber) {
  const setDefault = useMutation(apiQuery.engines.setDefault.mutationOptions());
  if (row.isDefault) return <Badge variant="light">{t('default.is')}</Badge>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={setDefault.isPending}
      onClick={() => setDefault.mutate({ id: row._id }, { onError: (error) => toast(error.message) })}
    >
      {t('default.make')}
    </Button>
  );
}

export const EngineLink = ({ row }: { row: WhatsappNumber }) => (
  <AnchorLink to="/engine-explorer/$engineId" params={{ engineId: row._id }} size="sm">
    <bdi>{row.engineName}</bdi>
  </AnchorLink>
);

/** WhatsApp's quality rating of the number, or a note that there is none or that it could not be fetched. */
export function Rating({ row: { isRated, rating }, t }: OfNumber) {
  if (!isRated || !rating) {
    return <Hint>{t(isRated ? 'rating.notNow' : 'rating.notTold')}</Hint>;
  }
  const { quality, peoplePerDay, verifiedName } = rating;
  return (
    <Stack gap={2} align="flex-start">
      {quality ? <StatusBadge context="rating" state={quality} /> : <Text size="sm">{t('rating.none')}</Text>}
      {peoplePerDay !== null && (
        <Hint size="xs">
          {peoplePerDay === 'unlimited'
            ? t('rating.unlimited')
            : t('rating.people', { count: peoplePerDay, shown: formatNumber(peoplePerDay) })}
        </Hint>
      )}
      {verifiedName && (
        <Hint size="xs">
          <bdi>{verifiedName}</bdi>
        </Hint>
      )}
    </Stack>
  );
}

/** Messages sent today out of the limit, and restrictions by WhatsApp. */
export function Limits({ row: { limits }, t }: OfNumber) {
  const { sentToday, dailyCap, newPerMinute, restriction } = limits;
  const sent = formatNumber(sentToday);
  return (
    <Stack gap={2}>
      <Text size="sm">
        {dailyCap === null ? t('limits.sent', { sent }) : t('limits.sentOf', { sent, cap: formatNumber(dailyCap) })}
      </Text>
      {newPerMinute !== null && (
        <Hint size="xs">{t('limits.newPerMinute', { shown: formatNumber(newPerMinute) })}</Hint>
      )}
      {restriction && (
        <Text size="xs" c="var(--tone-error)">
          {t(`restricted.${restriction.scope}`)}{' '}
          {restriction.until && (
            <Trans t={t} i18nKey="restricted.until" components={{ at: <RelativeTime at={restriction.until} /> }} />
          )}
        </Text>
      )}
    </Stack>
  );
}
