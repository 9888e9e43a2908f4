import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../account-texts.ts';

/**
 * Whether the address is verified, and the way to verify it; nothing if the server sends no mail. `token`: from the
 * mailed link.
 */
export function AddressProof({ token, onFollowed }: { token: string | null; onFollowed: () => void }) {
  const { t } = useTranslation('account');
  const { supportMode } = useMe();
  const queries = useQueryClient();
  const security = useQuery(apiQuery.accounts.security.queryOptions());
  const follow = useMutation(
    apiQuery.accounts.verifyAddress.mutationOptions({
      meta: { rereads: [] },
      onSuccess: () => toast(t('verification.verified')),
      onSettled: async () => {
        const queryKey = apiQuery.accounts.security.key();
        // A request from when the page opened may return the earlier state, and a first request in flight would not be
        // repeated.
        await queries.cancelQueries({ queryKey });
        await queries.invalidateQueries({ queryKey });
        onFollowed();
      },
    }),
  );
  const ask = useMutation(apiQuery.accounts.askVerification.mutationOptions());
  // biome-ignore lint/correctness/useExhaustiveDependencies: follow each link once, regardless of re-renders
  useEffect(() => {
    if (token !== null && !supportMode) follow.mutate({ token });
  }, [token]);
  const error = ask.error ?? follow.error;
  if (security.data?.isAddressVerified === undefined || security.data.isAddressVerified === null) return null;
  return (
    <>
      {error && (
        <Notice tone="error">
          {error instanceof ApiError && error.code === 'NOT_FOUND' ? t('verification.over') : error.message}
        </Notice>
      )}
      <Group gap="sm">
        <Hint role="status">
          {security.data.isAddressVerified
            ? t('verification.isVerified')
            : ask.data
              ? t('verification.sent', { address: ask.data.to })
              : t('verification.isOpen')}
        </Hint>
        {!security.data.isAddressVerified && !supportMode && (
          <Button size="sm" variant="default" loading={ask.isPending} onClick={() => ask.mutate(undefined)}>
            {t(ask.data ? 'verification.again' : 'verification.ask')}
          </Button>
        )}
      </Group>
    </>
  );
}
