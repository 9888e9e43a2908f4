import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import '../../../components/screen-texts.ts';
import classes from './console.module.css';

const ROWS = 12;
const ROW_HEIGHT_PX = 42;

/** Shown while the cluster is loaded for the first time. */
export function TableSkeleton() {
  const { t } = useTranslation('screen');
  return (
    <Card as="div" className={classes.tableBox} role="status" aria-label={t('table.loading')}>
      {Array.from({ length: ROWS }, (_row, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
        <div key={row} className={classes.nodeRow} style={{ blockSize: ROW_HEIGHT_PX, padding: '15px 12px' }}>
          <Skeleton height={12} width={`${45 + ((row * 7) % 45)}%`} />
        </div>
      ))}
    </Card>
  );
}
