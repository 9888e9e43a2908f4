import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { Trans, useTranslation } from 'react-i18next';
import { formatNumber, formatTotal } from '../../lib/format/numbers.ts';
import '../screen-texts.ts';
import classes from './pages.module.css';

/**
 * Shows which rows of how many are displayed, and links to the other pages. `page` counts from 0, or from the end: -1
 * is the last one.
 */
export function Pages(props: {
  page: number;
  size: number;
  /** Undefined while unknown or unavailable. */
  total: number | undefined;
  /** False: there are more than `total`; the number of `rows` shown tells where they end. */
  totalIsExact?: boolean;
  rows?: number;
  /** Sizes to choose from; omitted: fixed. */
  sizes?: number[];
  isLoading?: boolean;
  onPage: (page: number) => void;
  onSize?: (size: number) => void;
}) {
  const { t } = useTranslation('screen');
  const { page, size, totalIsExact = true, rows = size } = props;
  const isKnown = props.total !== undefined;
  const total = props.total ?? 0;
  const isFromEnd = page < 0;
  const last = totalIsExact ? Math.max(0, Math.ceil(total / size) - 1) : -1;
  const isAtEnd = isFromEnd ? page === -1 : totalIsExact ? page >= last : rows < size;
  const isAtStart = page === 0 || (isFromEnd && (rows < size || (totalIsExact && -page * size >= total)));
  const [from, to] = isFromEnd
    ? [(-page - 1) * size + rows, (-page - 1) * size + 1]
    : [
        total === 0 ? 0 : page * size + 1,
        page * size + (totalIsExact ? Math.min(size, Math.max(0, total - page * size)) : rows),
      ];
  const values = {
    from: formatNumber(from ?? 0),
    to: formatNumber(to ?? 0),
    total: formatTotal({ total, totalIsExact }),
  };
  // From the lower to the higher number, also in right-to-left languages.
  const components = { bdi: <bdi dir="ltr" /> };
  const steps = [
    { name: t('pages.first'), icon: IconChevronsLeft, to: 0, isOff: page === 0 },
    { name: t('pages.previous'), icon: IconChevronLeft, to: page - 1, isOff: isAtStart },
    { name: t('pages.next'), icon: IconChevronRight, to: page + 1, isOff: isAtEnd },
    { name: t('pages.last'), icon: IconChevronsRight, to: last, isOff: isAtEnd },
  ];
  return (
    <nav className={classes.pages} aria-label={t('pages.label')}>
      {props.sizes && (
        <>
          <NativeSelect
            size="xs"
            aria-label={t('pages.size')}
            value={String(size)}
            data={props.sizes.map(String)}
            onChange={(event) => props.onSize?.(Number(event.currentTarget.value))}
          />
          <span className={classes.sizeLabel}>{t('pages.size')}</span>
        </>
      )}
      <bdi className={classes.range} aria-live="polite">
        {!isKnown ? null : isFromEnd ? (
          <Trans t={t} i18nKey="pages.rangeFromEnd" values={values} components={components} />
        ) : (
          <Trans t={t} i18nKey="pages.range" values={values} components={components} />
        )}
      </bdi>
      {steps.map((step) => (
        <ActionIcon
          key={step.name}
          variant="subtle"
          color="gray"
          size={32}
          className={classes.step ?? ''}
          aria-label={step.name}
          disabled={!isKnown || step.isOff || props.isLoading === true}
          onClick={() => props.onPage(step.to)}
        >
          <step.icon size={18} stroke={1.8} className={classes.arrow} />
        </ActionIcon>
      ))}
    </nav>
  );
}
