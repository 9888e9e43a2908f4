import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';
import { Notice } from '../../../components/notice.tsx';
import { PublicCard } from '../../../components/public-card.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import '../texts.ts';
import '../undo-email-texts.ts';

/** Reverts to an earlier address. Requires a click, because mail programs open links by themselves. */
export function UndoEmailPage({ token }: { token: string }) {
  const { t } = useTranslation('accounts');
  const undo = useMutation(apiQuery.accounts.undoEmailChange.mutationOptions());
  useTitle(t('undoEmail.title'));
  const isExpired = undo.error instanceof ApiError && undo.error.code === 'NOT_FOUND';
  return (
    <PublicCard
      title={t('undoEmail.title')}
      {...(!undo.data && { lead: t('undoEmail.lead') })}
      footer={
        <AnchorLink to="/login" size="sm">
          {t('backToSignIn')}
        </AnchorLink>
      }
    >
      {undo.error && <Notice tone="error">{isExpired ? t('undoEmail.over') : undo.error.message}</Notice>}
      {undo.data ? (
        <Text role="status">{t('undoEmail.done', { address: undo.data.email })}</Text>
      ) : (
        <Button size="md" fullWidth loading={undo.isPending} onClick={() => undo.mutate({ token })}>
          {t('undoEmail.submit')}
        </Button>
      )}
    </PublicCard>
  );
}
