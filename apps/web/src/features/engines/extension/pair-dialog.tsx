import { Anchor, Button, Code, CopyButton, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';

/** Pairs a browser: where to get the extension, and a link that pairs it with the person signed in. */
export function PairDialog(props: { isOpen: boolean; storeUrl: string | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={t('extension.pair')} size="lg">
      {props.isOpen && <Steps storeUrl={props.storeUrl} />}
    </Modal>
  );
}

function Steps({ storeUrl }: { storeUrl: string | null }) {
  const { t } = useTranslation('engines');
  const create = useMutation(apiQuery.engines.createExtensionCode.mutationOptions());
  const link = create.data && `${window.location.origin}/#${create.data.code}`;
  return (
    <Stack gap="md">
      <section>
        <Text fw={600} size="sm" mb={4}>
          {t('extension.get')}
        </Text>
        {storeUrl === null ? <Unpacked /> : <StoreLink storeUrl={storeUrl} />}
      </section>
      <section>
        <Text fw={600} size="sm" mb={4}>
          {t('extension.enter')}
        </Text>
        {create.error && <Notice tone="error">{create.error.message}</Notice>}
        {link === undefined ? (
          <Button loading={create.isPending} onClick={() => create.mutate(undefined)}>
            {t('extension.createLink')}
          </Button>
        ) : (
          <Stack gap="xs">
            <Group gap="xs" align="end">
              <TextInput
                label={t('extension.link')}
                value={link}
                readOnly
                dir="ltr"
                style={{ flex: 1 }}
                onFocus={(event) => event.target.select()}
              />
              <CopyButton value={link}>
                {({ copied, copy }) => (
                  <Button onClick={copy}>{copied ? t('extension.copied') : t('extension.copy')}</Button>
                )}
              </CopyButton>
            </Group>
            <Hint size="xs">
              <Trans
                t={t}
                i18nKey="extension.once"
                components={{ at: <RelativeTime at={create.data?.expiresAt ?? ''} exact /> }}
              />
            </Hint>
          </Stack>
        )}
      </section>
    </Stack>
  );
}

export function StoreLink({ storeUrl }: { storeUrl: string }) {
  const { t } = useTranslation('engines');
  return (
    <Anchor href={storeUrl} target="_blank" rel="noreferrer" size="sm" title={t('types.opensOutside')}>
      {t('types.store')} <IconExternalLink size={14} aria-hidden />
    </Anchor>
  );
}

/** Instructions for loading an extension that is in no store. */
function Unpacked() {
  const { t } = useTranslation('engines');
  return (
    <List type="ordered" size="sm" spacing={4}>
      <List.Item>
        <Trans t={t} i18nKey="extension.unpacked.build" components={{ code: <Code>npm run extension</Code> }} />
      </List.Item>
      <List.Item>
        <Trans t={t} i18nKey="extension.unpacked.open" components={{ code: <Code>chrome://extensions</Code> }} />
      </List.Item>
      <List.Item>{t('extension.unpacked.load')}</List.Item>
    </List>
  );
}
