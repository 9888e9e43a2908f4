import { Button, Checkbox, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import type { AccessScope } from '@switchyard/contracts/mcp/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmIdentity, mustConfirm } from '../../components/confirm-identity.tsx';
import { failureText } from '../../components/failure-text.ts';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PublicCard, PublicCardSkeleton } from '../../components/public-card.tsx';
import { choicesOf } from '../../lib/api/choices.ts';
import { apiQuery } from '../../lib/api/client.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { useEnterWorkspace } from '../../lib/signed-in/use-enter-workspace.ts';
import './texts.ts';

/**
 * `/oauth/mcp`: the user decides what a client may do. `request` is the request as signed by the server; null if it was
 * invalid.
 */
export function ConsentPage({ me, request }: { me: Me; request: string | null }) {
  const { t } = useTranslation('oauth');
  const query = useQuery(
    apiQuery.oauth.request.queryOptions({
      input: { query: request ?? '' },
      enabled: request !== null && !me.supportMode,
      retry: false,
      meta: { isApart: true },
    }),
  );
  if (me.supportMode) return <InvalidRequest text={t('consent.support')} />;
  if (request === null || query.error) {
    return <InvalidRequest text={query.error ? failureText(query.error) : t('consent.overText')} />;
  }
  if (!query.data) return <PublicCardSkeleton />;
  return <Decision request={request} consent={query.data} me={me} />;
}

function InvalidRequest({ text }: { text: string }) {
  const { t } = useTranslation('oauth');
  useTitle(t('consent.over'));
  return (
    <PublicCard title={t('consent.over')}>
      <Notice tone="error">{text}</Notice>
    </PublicCard>
  );
}

interface ConsentRequest {
  clientName: string;
  publisher: string | null;
  returnsTo: string;
  isLocal: boolean;
  scopes: AccessScope[];
}

function Decision({ request, consent, me }: { request: string; consent: ConsentRequest; me: Me }) {
  const { t } = useTranslation('oauth');
  const workspace = me.workspace.name;
  const others = me.workspaces.filter(({ needsTwoFactor }) => !needsTwoFactor);
  const enter = useEnterWorkspace();
  const [scopes, setScopes] = useState<AccessScope[]>(consent.scopes);
  const decide = useMutation(
    apiQuery.oauth.decide.mutationOptions({
      onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
    }),
  );
  const { clientName: client, publisher, returnsTo: host, isLocal } = consent;
  const answer = (isAllowed: boolean) => decide.mutate({ query: request, isAllowed, scopes });
  const isConfirmationNeeded = mustConfirm(decide.error);
  // Until the browser has left.
  const isLeaving = decide.isPending || decide.isSuccess;
  useTitle(t('consent.title', { client }));
  const choose = (scope: AccessScope, isChosen: boolean) =>
    setScopes((chosen) => [...chosen.filter((chosenScope) => chosenScope !== scope), ...(isChosen ? [scope] : [])]);
  return (
    <PublicCard title={t('consent.title', { client })} lead={t('consent.lead', { client, workspace })}>
      <Stack gap="md">
        {others.length > 1 && (
          <NativeSelect
            label={t('consent.workspace')}
            value={me.workspace._id}
            disabled={enter.isPending || isLeaving}
            error={enter.error && failureText(enter.error)}
            data={choicesOf(others)}
            onChange={(event) => enter.mutate({ workspaceId: event.currentTarget.value })}
          />
        )}
        <Text size="sm" fw={500} id="consent-may">
          {t('consent.may')}
        </Text>
        <Stack gap="sm" role="group" aria-labelledby="consent-may">
          {consent.scopes.includes('mcp:read') && (
            <Checkbox
              label={t('consent.read')}
              checked={scopes.includes('mcp:read')}
              onChange={(event) => choose('mcp:read', event.currentTarget.checked)}
            />
          )}
          {consent.scopes.includes('mcp:write') && (
            <Checkbox
              label={t('consent.change')}
              description={t('consent.changeHint')}
              checked={scopes.includes('mcp:write')}
              onChange={(event) => choose('mcp:write', event.currentTarget.checked)}
            />
          )}
        </Stack>
        <List size="sm" spacing={6}>
          <List.Item>{t('consent.account', { email: me.email })}</List.Item>
          <List.Item>{t(isLocal ? 'consent.backLocal' : 'consent.back', { host })}</List.Item>
          {publisher !== null && <List.Item>{t('consent.publisher', { host: publisher })}</List.Item>}
          <List.Item>{t('consent.later')}</List.Item>
        </List>
        <Hint>{t(publisher === null ? 'consent.unknown' : 'consent.begun')}</Hint>
        <ConfirmIdentity
          isOpen={isConfirmationNeeded}
          onClose={decide.reset}
          onConfirmed={() => decide.variables && decide.mutate(decide.variables)}
        />
        {decide.error && !isConfirmationNeeded && <Notice tone="error">{failureText(decide.error)}</Notice>}
        {scopes.length === 0 && <Hint>{t('consent.choose')}</Hint>}
        <Group grow>
          <Button variant="default" size="md" disabled={isLeaving || enter.isPending} onClick={() => answer(false)}>
            {t('consent.refuse')}
          </Button>
          <Button
            size="md"
            loading={isLeaving}
            disabled={scopes.length === 0 || enter.isPending}
            onClick={() => answer(true)}
          >
            {t('consent.allow')}
          </Button>
        </Group>
      </Stack>
    </PublicCard>
  );
}
