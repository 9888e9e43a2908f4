import { Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Heading } from '../../../components/heading.tsx';
import { Notice } from '../../../components/notice.tsx';
import classes from '../components/console.module.css';
import './advice-texts.ts';
import { reasonOf } from '../rules/error-texts.ts';

/** A card of advice: its content, or why there is none. Earlier content stays visible beside a failure. */
export function AdviceCard<Data>(props: {
  title: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { t } = useTranslation('clusterAdvice');
  const { data, error, refetch } = props.query;
  return (
    <Card className={classes.card} aria-label={props.title}>
      <Heading size="h3" mb={8}>
        {props.title}
      </Heading>
      {error && (
        <Notice tone="error">
          <Group justify="space-between">
            {t('failed', { message: reasonOf(error) })}
            <Button size="compact-xs" variant="default" onClick={() => refetch()}>
              {t('retry')}
            </Button>
          </Group>
        </Notice>
      )}
      {data !== undefined && props.children(data)}
    </Card>
  );
}
