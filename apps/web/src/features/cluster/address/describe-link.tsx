import { useRouter } from '@tanstack/react-router';
import classes from '../components/console.module.css';
import type { ConsoleSearch } from './console-search.ts';
import { type DescribedObject, withDescribed } from './described.ts';

/**
 * A name that opens the description of its object. A plain element without subscriptions: every row of a table has one.
 */
export function DescribeLink({ described, text = described.name }: { described: DescribedObject; text?: string }) {
  const router = useRouter();
  const open = () =>
    void router.navigate({
      to: '.',
      search: (before) => withDescribed(before as ConsoleSearch, described),
      resetScroll: false,
    });
  return (
    <button type="button" className={classes.nameLink} title={described.name} onClick={open}>
      {text}
    </button>
  );
}
