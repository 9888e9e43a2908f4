import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '../../../lib/api/client.ts';
import '../texts.ts';
import classes from './assistant.module.css';

/** Suggested requests, based on the user's own data. Space is reserved before they load. */
export function Suggestions({ onAsk }: { onAsk: (request: string) => void }) {
  const { t } = useTranslation('agent');
  const { data } = useQuery(apiQuery.agent.suggestions.queryOptions());
  return (
    <ul className={classes.suggestions} aria-label={t('assistant.suggestions')}>
      {data?.data.map(({ text, request }) => (
        <li key={request}>
          <Button variant="light" size="sm" onClick={() => onAsk(request)}>
            <bdi>{text}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
}
