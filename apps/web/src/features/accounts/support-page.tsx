import { Button, Group, Kbd, List, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Heading } from '../../components/heading.tsx';
import { Hint } from '../../components/hint.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageFrame } from '../../components/page-frame.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { api } from '../../lib/api/client.ts';
import { saveAs } from '../../lib/files/stored-file.ts';
import { browserZone } from '../../lib/format/dates.ts';
import { currentLanguage } from '../../lib/i18n/i18n.ts';
import { useLiveState } from '../../lib/live/live-provider.tsx';
import { useMe } from '../../lib/signed-in/use-me.ts';
import './account-texts.ts';
import { readSettings } from './api/read-settings.ts';

const PLACES = [
  ['/engines', 'engine'],
  ['/import-messages', 'messages'],
  ['/account-notification', 'notification'],
  ['/account-security', 'security'],
  ['/user-management', 'people'],
] as const;

/** `/support`: where to look first, whom to ask, and the file that tells them the rest. */
export function SupportPage() {
  const { t } = useTranslation('account');
  return (
    <PageFrame widthPx={640}>
      <PageHeader title={t('support.title')} />
      <Card aria-label={t('support.find')}>
        <Stack gap="sm">
          <Heading>{t('support.find')}</Heading>
          <List size="sm" spacing={6}>
            {PLACES.map(([to, place]) => (
              <List.Item key={to}>
                <AnchorLink to={to} size="sm">
                  {t(`support.place.${place}`)}
                </AnchorLink>
              </List.Item>
            ))}
          </List>
        </Stack>
      </Card>
      <Card aria-label={t('support.keys')}>
        <Stack gap="sm">
          <Heading>{t('support.keys')}</Heading>
          <Group gap="xs">
            <Kbd>Ctrl K</Kbd>
            <Text size="sm">{t('support.key.search')}</Text>
          </Group>
          <Group gap="xs">
            <Kbd>Esc</Kbd>
            <Text size="sm">{t('support.key.close')}</Text>
          </Group>
        </Stack>
      </Card>
      <Diagnostics />
    </PageFrame>
  );
}

function Diagnostics() {
  const { t } = useTranslation('account');
  const me = useMe();
  const live = useLiveState();
  const isAdmin = me.role === 'admin' && !me.supportMode;
  const collect = useMutation({
    mutationFn: async () => {
      const { version } = await readSettings();
      const browser = {
        at: new Date().toISOString(),
        version,
        screen: window.location.pathname,
        userAgent: navigator.userAgent,
        language: currentLanguage(),
        browserLanguage: navigator.language,
        zone: browserZone(),
        workspaceZone: me.workspace.zone,
        window: `${window.innerWidth} × ${window.innerHeight} at ${window.devicePixelRatio}`,
        isOnline: navigator.onLine,
        live: live.is,
        workspaceId: me.workspace._id,
        role: me.workspace.role,
        plan: me.workspace.plan,
      };
      const bundle = isAdmin ? { browser, server: await api.accounts.diagnostics() } : { browser };
      saveAs(new Blob([JSON.stringify(bundle, null, 2)], { type: 'application/json' }), 'switchyard-diagnostics.json');
    },
  });
  return (
    <Card aria-label={t('support.ask')}>
      <Stack gap="sm">
        <Heading>{t('support.ask')}</Heading>
        <Text size="sm">{t('support.askText')}</Text>
        <Hint>
          {t('support.fileText')} {isAdmin && t('support.serverText')}
        </Hint>
        {collect.error && <Notice tone="error">{collect.error.message}</Notice>}
        <Group>
          <Button variant="default" loading={collect.isPending} onClick={() => collect.mutate()}>
            {t('support.download')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
