import { Button, Modal, Skeleton } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../texts.ts';

const SeriesList = lazy(() => import('./series-list.tsx'));

/** Opens the list of series. */
export function SeriesButton() {
  const { t } = useTranslation('messages');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" leftSection={<IconRepeat size={16} />} onClick={() => setIsOpen(true)}>
        {t('recurrence.list')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('recurrence.listTitle')}
        closeButtonProps={{ 'aria-label': t('recurrence.listClose') }}
        size="lg"
      >
        <Suspense fallback={<Skeleton h={240} />}>
          <SeriesList />
        </Suspense>
      </Modal>
    </>
  );
}
