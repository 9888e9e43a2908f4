import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format/numbers.ts';
import '../screen-texts.ts';
import classes from './pages.module.css';

/** Which rows are shown of how many, and the way to the others. `page` counts from 0. */
export function Pages(props: {
  page: number;
  size: number;
  total: number;
  sizes: number[];
  isLoading?: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
}) {
  const { t } = useTranslation('screen');
  const last = Math.max(0, Math.ceil(props.total / props.size) - 1);
  const from = props.total === 0 ? 0 : props.page * props.size + 1;
  const to = Math.min(props.total, (props.page + 1) * props.size);
  const steps = [
    { name: t('pages.first'), icon: IconChevronsLeft, to: 0, isOff: props.page === 0 },
    { name: t('pages.previous'), icon: IconChevronLeft, to: props.page - 1, isOff: props.page === 0 },
    { name: t('pages.next'), icon: IconChevronRight, to: props.page + 1, isOff: props.page >= last },
    { name: t('pages.last'), icon: IconChevronsRight, to: last, isOff: props.page >= last },
  ];
  return (
    <nav className={classes.pages} aria-label={t('pages.label')}>
      <NativeSelect
        size="xs"
        aria-label={t('pages.size')}
        value={String(props.size)}
        data={props.sizes.map(String)}
        onChange={(event) => props.onSize(Number(event.currentTarget.value))}
      />
      <span className={classes.sizeLabel}>{t('pages.size')}</span>
      <bdi className={classes.range} aria-live="polite">
        <Trans
          t={t}
          i18nKey="pages.range"
          values={{ from: formatNumber(from), to: formatNumber(to), total: formatNumber(props.total) }}
          // From the lower to the higher number also where words run from right to left.
          components={{ bdi: <bdi dir="ltr" /> }}
        />
      </bdi>
      {steps.map((step) => (
        <ActionIcon
          key={step.name}
          variant="subtle"
          color="gray"
          size={32}
          className={classes.step ?? ''}
          aria-label={step.name}
          disabled={step.isOff || props.isLoading === true}
          onClick={() => props.onPage(step.to)}
        >
          <step.icon size={18} stroke={1.8} className={classes.arrow} />
        </ActionIcon>
      ))}
    </nav>
  );
}
