import { Anchor } from '@mantine/core';
import type { ListTotal } from '@switchyard/contracts/agent/operations';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../components/card.tsx';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import classes from './results.module.css';

/** A list in a reply: its rows or the empty state, how many of the total, and a link to the rest. */
export function ResultList(props: {
  label: string;
  empty: string;
  total: ListTotal | undefined;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation('agent');
  const { total } = props;
  return (
    <Card className={classes.result} aria-label={props.label}>
      {props.isEmpty ? <Hint>{props.empty}</Hint> : props.children}
      {total && (total.total > total.shown || total.page !== null || total.pages) && (
        <div className={classes.foot}>
          {total.total > 0 && <Hint size="xs">{t('shown', { shown: total.shown, total: total.total })}</Hint>}
          {total.page !== null && (
            <PageLink to={total.page}>{t(total.total > total.shown ? 'showAll' : 'openList')}</PageLink>
          )}
          {total.pages?.map(({ name, total: pageTotal, page }) => (
            <PageLink key={page} to={page}>
              {t('openOne', { name, total: pageTotal })}
            </PageLink>
          ))}
        </div>
      )}
    </Card>
  );
}

/** Links to one of our screens at an address from the server; to nothing else. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const router = useRouter();
  if (!/^\/[a-z]/.test(to)) return null;
  return (
    <Anchor
      size="xs"
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        router.history.push(to);
      }}
    >
      {children}
    </Anchor>
  );
}
