import { Accordion, Anchor, Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconLoader2, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { openSearch } from '../../components/app-frame/open-search.ts';
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
import { useSetupChecks } from './setup-checks.tsx';
import classes from './support-page.module.css';

const QUESTIONS = [
  ['notSent', '/import-messages'],
  ['code', '/engines'],
  ['zone', '/account'],
  ['restricted', '/whatsapp-numbers'],
  ['people', '/user-management'],
] as const;

const KEYS = [
  ['search', ['Ctrl K']],
  ['sheet', ['?']],
  ['send', ['Enter']],
  ['line', ['Shift', 'Enter']],
  ['undo', ['Ctrl Z']],
  ['close', ['Esc']],
] as const;

/** `/support`: possible problems, common answers, and whom to ask. */
export function SupportPage() {
  const { t } = useTranslation('account');
  return (
    <PageFrame widthPx={640}>
      <PageHeader title={t('support.title')} />
      <div className={classes.first}>
        <Button
          variant="default"
          justify="flex-start"
          c="dimmed"
          fw={400}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          onClick={openSearch}
        >
          {t('support.search')}
        </Button>
        <Setup />
      </div>
      <Card aria-label={t('support.questions.title')}>
        <Heading mb="xs">{t('support.questions.title')}</Heading>
        <Accordion>
          {QUESTIONS.map(([question, to]) => (
            <Accordion.Item key={question} value={question}>
              <Accordion.Control px={0}>
                <Text size="sm">{t(`support.questions.${question}.ask`)}</Text>
              </Accordion.Control>
              <Accordion.Panel>
                <Text size="sm">{t(`support.questions.${question}.answer`)}</Text>
                <AnchorLink to={to} size="sm">
                  {t(`support.questions.${question}.go`)}
                </AnchorLink>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Card>
      <Contact />
      <Card aria-label={t('support.keys')}>
        <Stack gap="sm">
          <Heading>{t('support.keys')}</Heading>
          {KEYS.map(([does, keys]) => (
            <Group key={does} gap="xs" wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
              <Text size="sm">{t(`support.key.${does}`)}</Text>
            </Group>
          ))}
        </Stack>
      </Card>
    </PageFrame>
  );
}

const ICONS = {
  good: IconCircleCheck,
  bad: IconAlertTriangle,
  checking: IconLoader2,
  unreadable: IconHelpCircle,
};

function Setup() {
  const { t } = useTranslation('account');
  const checks = useSetupChecks();
  const isAllGood = checks.every(({ state }) => state === 'good');
  return (
    <Card aria-label={t('support.check.title')}>
      <Group justify="space-between" mb={4}>
        <Heading>{t('support.check.title')}</Heading>
        <Text size="sm" c="dimmed" role="status">
          {isAllGood && t('support.check.allGood')}
        </Text>
      </Group>
      <ul className={classes.checks}>
        {checks.map(({ id, state, text, action, onRetry }) => {
          const Icon = ICONS[state];
          return (
            <li key={id} data-state={state}>
              <Icon size={18} stroke={1.8} aria-hidden />
              <span>{text}</span>
              {action}
              {onRetry && (
                <Button size="compact-sm" variant="default" onClick={onRetry}>
                  {t('support.check.again')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Whom to ask, and the diagnostics file for them. */
function Contact() {
  const { t } = useTranslation('account');
  const me = useMe();
  const live = useLiveState();
  const settings = useQuery({ queryKey: ['settings'], queryFn: readSettings, staleTime: Number.POSITIVE_INFINITY });
  const contact = settings.data?.supportContact;
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
    <Card aria-label={t('support.contact')}>
      <Stack gap="sm">
        <Heading>{t('support.contact')}</Heading>
        <Text size="sm">
          {contact ? <ContactAddress contact={contact} /> : settings.isPending ? '…' : t('support.askAdmin')}
        </Text>
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

/** Links a mail or web address. */
function ContactAddress({ contact }: { contact: string }) {
  const href = /^\S+@\S+\.\S+$/.test(contact) ? `mailto:${contact}` : /^https?:\/\//.test(contact) ? contact : null;
  return href ? (
    <Anchor href={href} size="sm">
      {contact}
    </Anchor>
  ) : (
    <bdi>{contact}</bdi>
  );
}
