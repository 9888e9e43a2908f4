import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Hint } from '../../../components/hint.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { toast, toastError } from '../../../components/toasts.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import '../account-texts.ts';

/** More than anyone has. */
const MAX_SIGN_INS = 100;

/** Active sign-ins, and the way to end the others. */
export function SignInsCard({ isReadOnly }: { isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  const list = useQuery(apiQuery.accounts.signIns.queryOptions({ input: { limit: MAX_SIGN_INS } }));
  const ends = {
    onSuccess: ({ ended }: { ended: number }) => toast(t('security.signIns.ended', { count: ended })),
    onError: (error: Error) => toastError(t('security.failed', { reason: error.message })),
  };
  const end = useMutation(apiQuery.accounts.endSignIn.mutationOptions(ends));
  const endOtherSignIns = useMutation(apiQuery.accounts.endOtherSignIns.mutationOptions(ends));
  return (
    <Card aria-label={t('security.signIns.title')}>
      <Stack>
        <Heading>{t('security.signIns.title')}</Heading>
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton height={48} />}
        {list.data?.data.map((signIn) => (
          <Group key={signIn._id} justify="space-between" wrap="nowrap" gap="sm">
            <div style={{ minInlineSize: 0 }}>
              <Text size="sm" fw={550}>
                {signIn.device}
              </Text>
              <Hint size="xs">
                <bdi>{signIn.address ?? t('security.signIns.unknownAddress')}</bdi> ·{' '}
                <RelativeTime at={signIn.createdAt} />
              </Hint>
            </div>
            {signIn.isCurrent ? (
              <Badge variant="light" style={{ flex: 'none' }}>
                {t('security.signIns.here')}
              </Badge>
            ) : (
              !isReadOnly && (
                <Button
                  size="xs"
                  variant="default"
                  style={{ flex: 'none' }}
                  aria-label={t('security.signIns.endOf', { device: signIn.device })}
                  loading={end.isPending && end.variables.id === signIn._id}
                  onClick={() => end.mutate({ id: signIn._id })}
                >
                  {t('security.signIns.end')}
                </Button>
              )
            )}
          </Group>
        ))}
        {!isReadOnly && (list.data?.total ?? 0) > 1 && (
          <Button
            variant="default"
            loading={endOtherSignIns.isPending}
            onClick={() => endOtherSignIns.mutate(undefined)}
            style={{ alignSelf: 'start' }}
          >
            {t('security.signIns.endAll')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
