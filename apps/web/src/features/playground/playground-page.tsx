import {
  Badge,
  Button,
  Code,
  NavLink,
  PasswordInput,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconApi, IconSearch } from '@tabler/icons-react';
import { QueryClient, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Heading } from '../../components/heading.tsx';
import { Hint } from '../../components/hint.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { requestJson } from '../../lib/api/request.ts';
import { addressOf, commandOf, type Document, type Operation, operationsOf } from './openapi.ts';
import classes from './playground-page.module.css';
import './texts.ts';

const TIMEOUT_MS = 60_000;
const SKELETONS = Array.from({ length: 8 }, (_row, at) => at);
const MAX_SHOWN_CHARACTERS = 100_000;
/** Where a server describes its API; the first is the one for programs. */
const DESCRIPTIONS = ['/v1/openapi.json', '/api/openapi.json'];

async function readDescriptions(): Promise<Document[]> {
  const read = await Promise.allSettled(DESCRIPTIONS.map((path) => requestJson<Document>(path)));
  const found = read.flatMap((result) => (result.status === 'fulfilled' && result.value?.paths ? [result.value] : []));
  if (found.length === 0) throw read.find((result) => result.status === 'rejected')?.reason;
  return found;
}

/** `/api-playground`: the server's API operations, with forms that call them with the user's own key. */
export function PlaygroundPage() {
  // Public screens have none.
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <Playground />
    </QueryClientProvider>
  );
}

function Playground() {
  const { t } = useTranslation('playground');
  const query = useQuery({
    queryKey: ['api-descriptions'],
    queryFn: readDescriptions,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [api, setApi] = useState(0);
  const [search, setWords] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [key, setKey] = useState('');
  const described = query.data?.[api];
  const operations = useMemo(() => (described ? operationsOf(described) : []), [described]);
  const wanted = search.trim().toLowerCase();
  const matches = operations.filter(({ id, summary, tag }) => `${id} ${summary} ${tag}`.toLowerCase().includes(wanted));
  const chosen = operations.find(({ id }) => id === chosenId);
  return (
    <main className={classes.page}>
      <PageHeader
        title={t('title')}
        actions={
          <Button component="a" href="/admin-api" variant="default">
            {t('keys')}
          </Button>
        }
      />
      <Hint>{t('lead')}</Hint>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      <div className={classes.columns} aria-busy={query.isPending}>
        <Card className={classes.list}>
          <Stack gap="sm">
            {query.isPending && <Skeleton height={36} />}
            {query.data && query.data.length > 1 && (
              <SegmentedControl
                aria-label={t('api')}
                value={String(api)}
                onChange={(value) => setApi(Number(value))}
                data={query.data.map(({ info }, at) => ({ value: String(at), label: info.title }))}
              />
            )}
            <TextInput
              aria-label={t('search')}
              placeholder={t('search')}
              leftSection={<IconSearch size={16} />}
              value={search}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <div className={classes.operations}>
              <nav aria-label={t('title')} dir="ltr">
                {matches.map((operation) => (
                  <NavLink
                    key={operation.id}
                    component="button"
                    type="button"
                    active={operation.id === chosenId}
                    label={operation.summary || operation.path}
                    description={operation.id}
                    onClick={() => setChosenId(operation.id)}
                  />
                ))}
              </nav>
              {query.isPending && SKELETONS.map((row) => <Skeleton key={row} height={44} mb={8} />)}
              {query.data && matches.length === 0 && <Hint>{t('noMatch')}</Hint>}
            </div>
          </Stack>
        </Card>
        <Card className={classes.form}>
          <PasswordInput
            label={t('key')}
            description={t('keyHint')}
            autoComplete="off"
            dir="ltr"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value.trim())}
          />
          {chosen && described ? (
            <OperationForm key={chosen.id} document={described} operation={chosen} apiKey={key} />
          ) : (
            <EmptyState icon={IconApi} title={t('choose')} text={t('chooseText')} />
          )}
        </Card>
      </div>
    </main>
  );
}

interface CallResult {
  status: number;
  ms: number;
  text: string;
}

/** Sends no browser credentials: the result is what a program would get. */
async function call(method: string, address: string, key: string, body: string | null): Promise<CallResult> {
  const begunMs = performance.now();
  const response = await fetch(address, {
    method,
    credentials: 'omit',
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === null ? {} : { body }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const ms = Math.round(performance.now() - begunMs);
  const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== '';
  return { status: response.status, ms, text: isJson ? JSON.stringify(JSON.parse(text), null, 2) : text };
}

function OperationForm({ document, operation, apiKey }: { document: Document; operation: Operation; apiKey: string }) {
  const { t } = useTranslation('playground');
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(operation.bodyExample);
  const [bodyFault, setBodyFault] = useState<string | null>(null);
  const { method, summary, description, parameters } = operation;
  const address = addressOf(document, operation, values);
  const run = useMutation({ mutationFn: () => call(method, address, apiKey, body) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    try {
      if (body !== null) JSON.parse(body);
    } catch (error) {
      return setBodyFault(t('badBody', { fault: (error as Error).message }));
    }
    setBodyFault(null);
    run.mutate();
  };
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <div>
          <Heading size="h3">{summary || operation.path}</Heading>
          <Text component="div" size="sm" dir="ltr" className={classes.address}>
            <Badge variant="light">{method}</Badge> <Code>{address}</Code>
          </Text>
          {description !== '' && <Hint>{description}</Hint>}
        </div>
        {(['path', 'query'] as const).map((place) => {
          const fields = parameters.filter((parameter) => parameter.in === place);
          return (
            fields.length > 0 && (
              <Stack key={place} gap="xs" role="group" aria-label={t(place)}>
                <Text size="sm" fw={600}>
                  {t(place)}
                </Text>
                {fields.map(({ name, required, description: hint }) => (
                  <TextInput
                    key={name}
                    label={name}
                    description={hint}
                    required={required ?? place === 'path'}
                    dir="ltr"
                    value={values[name] ?? ''}
                    onChange={(event) => {
                      const { value } = event.currentTarget;
                      setValues((values) => ({ ...values, [name]: value }));
                    }}
                  />
                ))}
              </Stack>
            )
          );
        })}
        {body !== null && (
          <Textarea
            label={t('body')}
            autosize
            minRows={4}
            maxRows={20}
            dir="ltr"
            spellCheck={false}
            classNames={{ input: classes.code }}
            value={body}
            error={bodyFault}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        )}
        <Button type="submit" loading={run.isPending}>
          {t('send')}
        </Button>
        {run.error && <Notice tone="error">{run.error.message}</Notice>}
        {run.data && (
          <section aria-label={t('answer')} aria-live="polite">
            <Text size="sm" fw={600}>
              {t('took', { status: run.data.status, ms: run.data.ms })}
            </Text>
            <Code block dir="ltr" className={classes.answer}>
              {run.data.text.slice(0, MAX_SHOWN_CHARACTERS) || t('empty')}
            </Code>
          </section>
        )}
        <div>
          <Text size="sm" fw={600}>
            {t('command')}
          </Text>
          <Code block dir="ltr" className={classes.answer}>
            {commandOf(window.location.origin, method, address, body)}
          </Code>
        </div>
      </Stack>
    </form>
  );
}
