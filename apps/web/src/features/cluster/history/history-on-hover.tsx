import { Popover } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOpensWhenPointed } from '../components/use-pointed.ts';
import classes from './history.module.css';

const UsageHistory = lazy(async () => ({ default: (await import('./usage-history.tsx')).UsageHistory }));

/** Whoever only passes over the rows asks for nothing. */
const OPEN_AFTER_MS = 300;
/** It stands where it will stand before there is anything in it. */
const WIDTH_PX = 340;

/**
 * A figure of a row; pointed at for a moment, with the last hour of it. Made when it opens: in a table of pods it would
 * outweigh everything else.
 */
export function HistoryOnHover(props: { of: 'pods' | 'nodes'; uidOrName: string; children: ReactNode }) {
  const pointed = useOpensWhenPointed(OPEN_AFTER_MS);
  return (
    <span {...pointed.props}>
      {pointed.isOpen ? (
        <Popover opened position="bottom-end" width={WIDTH_PX} shadow="md" trapFocus={false}>
          <Popover.Target>
            <span>{props.children}</span>
          </Popover.Target>
          <Popover.Dropdown className={classes.hover ?? ''}>
            <Suspense fallback={null}>
              <UsageHistory of={props.of} uidOrName={props.uidOrName} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      ) : (
        props.children
      )}
    </span>
  );
}
