import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useMe } from '../../lib/signed-in/use-me.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';

/**
 * Shown when there are no rows: the error, or that there are none with the next step – clear the filters, or add the
 * first.
 */
export function NothingListed(props: {
  of: { isError: boolean; error: Error | null; refetch: () => unknown };
  icon: ComponentProps<typeof EmptyState>['icon'];
  title: string;
  text: string;
  /** Null when nothing is filtered. */
  clears: { label: string; onClick: () => void } | null;
  begins: { label: string; onClick: () => void };
}) {
  const { of, clears, begins } = props;
  const { supportMode } = useMe();
  if (of.isError) return <ErrorState error={of.error} onRetry={() => void of.refetch()} />;
  return (
    <EmptyState
      icon={props.icon}
      title={props.title}
      text={props.text}
      action={
        clears ? (
          <Button variant="default" onClick={clears.onClick}>
            {clears.label}
          </Button>
        ) : (
          !supportMode && <Button onClick={begins.onClick}>{begins.label}</Button>
        )
      }
    />
  );
}
