import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './describe.module.css';

/** Names and values; empty ones are omitted. */
export function Facts({ facts }: { facts: readonly [name: string, value: ReactNode][] }) {
  return (
    <Table className={classes.facts ?? ''}>
      <Table.Tbody>
        {facts
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

/** Names and values as Kubernetes has them, one per line; null if there are none. */
function Named({ values }: { values: Record<string, string> }) {
  return (
    <ul className={classes.named}>
      {Object.entries(values).map(([name, value]) => (
        <li key={name}>
          <code>
            {name}={value}
          </code>
        </li>
      ))}
    </ul>
  );
}

/** As the value of a fact: null if there are none. */
export const named = (values: Record<string, string>) =>
  Object.keys(values).length === 0 ? null : <Named values={values} />;
