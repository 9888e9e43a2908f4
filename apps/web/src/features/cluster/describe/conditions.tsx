import { Table } from '@mantine/core';
import type { DescribedCondition } from '@switchyard/contracts/cluster/describe';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../components/relative-time.tsx';
import classes from './describe.module.css';
import './texts.ts';

/** Conditions that are healthy when false; all others are healthy when true. */
const GOOD_WHEN_FALSE = /Pressure$|Unavailable$|^DisruptionTarget$/;

/** A pod's or node's conditions; unhealthy ones stand out. */
export function Conditions({ conditions }: { conditions: readonly DescribedCondition[] }) {
  const { t } = useTranslation('clusterDescribe');
  return (
    <Table className={classes.facts ?? ''} aria-label={t('conditions')}>
      <Table.Tbody>
        {conditions.map((condition) => {
          const isGood = condition.status === (GOOD_WHEN_FALSE.test(condition.type) ? 'False' : 'True');
          return (
            <Table.Tr key={condition.type}>
              <Table.Th scope="row">{condition.type}</Table.Th>
              <Table.Td>
                <span className={classes.run} data-bad={!isGood || undefined}>
                  {[condition.status, condition.reason].filter(Boolean).join(', ')}
                </span>
                {condition.changedAt && (
                  <>
                    {' '}
                    <RelativeTime at={condition.changedAt} />
                  </>
                )}
                {condition.message && <div className={classes.detail}>{condition.message}</div>}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
