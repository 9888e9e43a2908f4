import { Skeleton } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { FeaturesContext } from '../feature.ts';
import { PageFrame } from '../page-frame.tsx';
import { PageHeader } from '../page-header.tsx';
import classes from './page-skeleton.module.css';
import './texts.ts';

/** Placeholder of a screen that is loading: its name, if the navigation has it, and blank space. */
export function PageSkeleton() {
  const { t } = useTranslation(['frame', 'page']);
  const { pathname } = useLocation();
  const page = useContext(FeaturesContext)
    .flatMap((feature) => feature.pages ?? [])
    .find(({ path }) => path === pathname);
  return (
    <PageFrame isFilling role="status" aria-label={t('loading')}>
      {page ? <PageHeader title={t(`page:${page.path}`)} /> : <Skeleton className={classes.title} />}
      <Skeleton className={classes.body} radius="md" />
    </PageFrame>
  );
}
