import { Popover } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { useOpenOnHover } from '../components/use-hover.ts';
import classes from './history.module.css';

const UsageHistory = lazy(async () => ({ default: (await import('./usage-history.tsx')).UsageHistory }));

/** Delay before loading, so that passing over the rows requests nothing. */
const OPEN_AFTER_MS = 300;
/** Reserved before the content loads, so that the popup keeps its place. */
const WIDTH_PX = 340;

/**
 * A figure of a row that shows its last hour when hovered for a moment. The popup is created when it opens: in a table
 * of pods it would outweigh everything else.
 */
export function HistoryOnHover(props: { of: 'pods' | 'nodes'; uidOrName: string; children: ReactNode }) {
  const pointed = useOpenOnHover(OPEN_AFTER_MS);
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
