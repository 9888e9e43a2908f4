import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core';
import type { Me } from '@switchyard/contracts/accounts/operations';
import type { AccessScope } from '@switchyard/contracts/mcp/operations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../components/failure-text.ts';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PublicCard, PublicCardSkeleton } from '../../components/public-card.tsx';
import { apiQuery } from '../../lib/api/client.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import './texts.ts';

/** `/oauth/mcp`: a person decides what a client may do. `request` is what it asks for, as the server signed it; null: it was wrong to begin with. */
export function ConsentPage({ me, request }: { me: Me; request: string | null }) {
  const { t } = useTranslation('oauth');
  const query = useQuery(
    apiQuery.oauth.request.queryOptions({
      input: { query: request ?? '' },
      enabled: request !== null && !me.supportMode,
      retry: false,
    }),
  );
  if (me.supportMode) return <Unanswerable text={t('consent.support')} />;
  if (request === null || query.error) {
    return <Unanswerable text={query.error ? failureText(query.error) : t('consent.overText')} />;
  }
  if (!query.data) return <PublicCardSkeleton />;
  return <Decision request={request} asked={query.data} workspace={me.workspace.name} />;
}

function Unanswerable({ text }: { text: string }) {
  const { t } = useTranslation('oauth');
  useTitle(t('consent.over'));
  return (
    <PublicCard title={t('consent.over')}>
      <Notice tone="error">{text}</Notice>
    </PublicCard>
  );
}

interface Asked {
  clientName: string;
  redirectUri: string;
  isLocal: boolean;
  scopes: AccessScope[];
}

function Decision({ request, asked, workspace }: { request: string; asked: Asked; workspace: string }) {
  const { t } = useTranslation('oauth');
  const [scopes, setScopes] = useState<AccessScope[]>(asked.scopes);
  const decide = useMutation(
    apiQuery.oauth.decide.mutationOptions({
      onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
    }),
  );
  const { clientName: client, redirectUri, isLocal } = asked;
  const answer = (isAllowed: boolean) => decide.mutate({ query: request, isAllowed, scopes });
  // Until the browser has left.
  const isLeaving = decide.isPending || decide.isSuccess;
  useTitle(t('consent.title', { client }));
  const choose = (scope: AccessScope, isChosen: boolean) =>
    setScopes((chosen) => [...chosen.filter((one) => one !== scope), ...(isChosen ? [scope] : [])]);
  return (
    <PublicCard title={t('consent.title', { client })} lead={t('consent.lead', { client, workspace })}>
      <Stack gap="md">
        <Text size="sm" fw={500} id="consent-may">
          {t('consent.may')}
        </Text>
        <Stack gap="sm" role="group" aria-labelledby="consent-may">
          {asked.scopes.includes('mcp:read') && (
            <Checkbox
              label={t('consent.read')}
              checked={scopes.includes('mcp:read')}
              onChange={(event) => choose('mcp:read', event.currentTarget.checked)}
            />
          )}
          {asked.scopes.includes('mcp:write') && (
            <Checkbox
              label={t('consent.change')}
              description={t('consent.changeHint')}
              checked={scopes.includes('mcp:write')}
              onChange={(event) => choose('mcp:write', event.currentTarget.checked)}
            />
          )}
        </Stack>
        <List size="sm" spacing={6}>
          <List.Item>
            {t(isLocal ? 'consent.backLocal' : 'consent.back', { host: new URL(redirectUri).host })}
          </List.Item>
          <List.Item>{t('consent.later')}</List.Item>
        </List>
        <Hint>{t('consent.unknown')}</Hint>
        {decide.error && <Notice tone="error">{failureText(decide.error)}</Notice>}
        {scopes.length === 0 && <Hint>{t('consent.choose')}</Hint>}
        <Group grow>
          <Button variant="default" size="md" disabled={isLeaving} onClick={() => answer(false)}>
            {t('consent.refuse')}
          </Button>
          <Button size="md" loading={isLeaving} disabled={scopes.length === 0} onClick={() => answer(true)}>
            {t('consent.allow')}
          </Button>
        </Group>
      </Stack>
    </PublicCard>
  );
}
