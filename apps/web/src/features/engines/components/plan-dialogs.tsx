import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/links.tsx';
import type { CreateVerdict } from '../engine-row.ts';
import '../texts.ts';

/** Explains why no engine can be created (spec 000 section 5). */
export function PlanDialog({ verdict, onClose }: { verdict: CreateVerdict | null; onClose: () => void }) {
  const { t } = useTranslation('engines');
  return (
    <>
      <Modal opened={verdict?.kind === 'upgrade'} onClose={onClose} title={t('upgrade.title')}>
        <Text size="sm">{t('upgrade.text')}</Text>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('upgrade.later')}
          </Button>
          <ButtonLink to="/account-subscription" data-autofocus>
            {t('upgrade.confirm')}
          </ButtonLink>
        </Group>
      </Modal>
      <Modal opened={verdict?.kind === 'limit'} onClose={onClose} title={t('limit.title')}>
        <Text size="sm">
          {t('limit.text', { count: verdict?.kind === 'limit' ? verdict.limit : 1 })}{' '}
          {verdict?.kind === 'limit' && verdict.limit > 1 ? t('limit.most') : t('limit.each')}
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            {t('limit.confirm')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
