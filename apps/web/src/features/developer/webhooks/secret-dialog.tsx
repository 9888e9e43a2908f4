import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './texts.ts';

/** Shows a secret once. Closing by accident would lose it, so only a button closes the dialog. */
export function SecretDialog(props: { title?: string; secret: string | null; text: string; onClose: () => void }) {
  const { t } = useTranslation('webhooks');
  return (
    <Modal
      opened={props.secret !== null}
      onClose={props.onClose}
      size="lg"
      title={props.title ?? t('secretTitle')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Text size="sm">{props.text}</Text>
        <Code block data-testid="webhook-secret" dir="ltr">
          {props.secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={props.secret ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {copied ? t('copied') : t('copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={props.onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
