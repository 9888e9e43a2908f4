import { Button, Checkbox, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Cells, CellValue } from '@switchyard/contracts/boards/columns';
import { MAX_LONG_TEXT_LENGTH, MAX_RATING, MAX_TEXT_LENGTH } from '@switchyard/contracts/boards/limits';
import type { SharedForm } from '@switchyard/contracts/shares/operations';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import { PublicCard, PublicCardSkeleton } from '../../../components/public-card.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { useTitle } from '../../../lib/navigation/use-title.ts';
import { type Draft, draftFromAddress, loadDraft, saveDraft } from './form-draft.ts';
import { LinkEnd } from './link-end.tsx';
import { linkEndOf } from './links.ts';
import classes from './shares.module.css';
import './texts.ts';
import { useProof } from './use-proof.ts';

/** The page with its own query client: screens outside the shell have none. */
export function FormPage({ token }: { token: string }) {
  const [queries] = useState(() => createQueryClient(() => undefined));
  return (
    <QueryClientProvider client={queries}>
      <LoadedForm token={token} />
    </QueryClientProvider>
  );
}

/** `/form-preview/:shareId`: a form for anyone with its link. */
function LoadedForm({ token }: { token: string }) {
  const { t } = useTranslation('shares');
  const found = useQuery(
    // Loaded only once, so that the form does not change while someone fills it in.
    apiQuery.shares.readForm.queryOptions({
      input: { token },
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      meta: { isApart: true },
    }),
  );
  const send = useMutation(apiQuery.shares.answerForm.mutationOptions());
  useTitle(found.data?.title ?? t('kind.form'));
  if (found.isPending) return <PublicCardSkeleton />;
  if (!found.data) return <LinkEnd error={found.error} onRetry={() => void found.refetch()} />;
  if (send.error && linkEndOf(send.error) && send.error instanceof ApiError && send.error.status !== 422) {
    return <LinkEnd error={send.error} onRetry={send.reset} />;
  }
  if (send.data) {
    if (send.data.redirectUrl) return <PublicCardSkeleton />;
    return (
      <PublicCard title={t('form.sentTitle')}>
        <Stack gap="md">
          <Text role="status" className={classes.words}>
            {send.data.thanks || t('form.sent')}
          </Text>
          <Button
            variant="default"
            onClick={() => {
              send.reset();
              void found.refetch();
            }}
          >
            {t('form.again')}
          </Button>
        </Stack>
      </PublicCard>
    );
  }
  return (
    <PublicCard
      title={found.data.title}
      lead={found.data.intro && <span className={classes.words}>{found.data.intro}</span>}
    >
      <Fields
        form={found.data}
        error={send.error}
        isSending={send.isPending}
        token={token}
        onSend={(answer) =>
          send.mutate(
            { ...answer, token, opened: found.data.opened },
            {
              onSuccess: ({ redirectUrl }) => {
                saveDraft(token, null);
                if (redirectUrl) window.location.assign(redirectUrl);
              },
            },
          )
        }
      />
    </PublicCard>
  );
}

function Fields(props: {
  form: SharedForm;
  token: string;
  error: unknown;
  isSending: boolean;
  onSend: (answer: { cells: Cells; website: string; proof: string }) => void;
}) {
  const { t } = useTranslation('shares');
  const { form, token, error } = props;
  const [input, setInput] = useState<Draft>(() => ({
    ...draftFromAddress(form.fields, window.location.search),
    ...prefilledValues(form),
    ...loadDraft(token),
  }));
  const change = (next: Draft) => {
    setInput(next);
    saveDraft(token, next);
  };
  const proofOf = useProof(form);
  const [isWorking, setWorking] = useState(false);
  const [website, setWebsite] = useState('');
  const faultOf = (columnId: string) => (error instanceof ApiError ? error.faultOf(`cells.${columnId}`) : undefined);
  const hasFaults = form.fields.some(({ columnId }) => faultOf(columnId));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    const proof = await proofOf();
    setWorking(false);
    const cells = form.fields.flatMap(({ columnId, type }) => {
      const value = toCellValue(type, input[columnId]);
      return value === null ? [] : [[columnId, value] as const];
    });
    props.onSend({ cells: Object.fromEntries(cells), website, proof });
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {form.fields.map((field) => (
          <Field
            key={field.columnId}
            field={field}
            value={input[field.columnId]}
            fault={faultOf(field.columnId)}
            onChange={(value) => change({ ...input, [field.columnId]: value })}
          />
        ))}
        <div className={classes.trap} aria-hidden>
          <label>
            {t('form.trap')}
            <input
              name="website"
              tabIndex={-1}
              autoComplete="off"
              value={website}
              onChange={(event) => setWebsite(event.currentTarget.value)}
            />
          </label>
        </div>
        {error !== null && (
          <Notice tone="error">{hasFaults || !(error instanceof Error) ? t('form.attention') : error.message}</Notice>
        )}
        <Button type="submit" size="md" loading={props.isSending || isWorking}>
          {t('form.send')}
        </Button>
      </Stack>
    </form>
  );
}

/** Prefilled values of a personal link, as form input. */
const prefilledValues = ({ known }: SharedForm): Draft =>
  Object.fromEntries(Object.entries(known).flatMap(([id, value]) => (typeof value === 'string' ? [[id, value]] : [])));

type FormField = SharedForm['fields'][number];

/** Converts form input to a cell value. An invalid number stays text, and the server reports the error. */
function toCellValue(type: FormField['type'], input: string | boolean | undefined): CellValue {
  if (input === undefined || input === '') return null;
  if (typeof input === 'boolean') return input;
  if (type !== 'number' && type !== 'rating') return input;
  const number = Number(input.trim().replace(',', '.'));
  return Number.isFinite(number) ? number : input;
}

const INPUTS: Partial<Record<FormField['type'], { type?: string; inputMode?: 'decimal' | 'tel' | 'email' | 'url' }>> = {
  number: { inputMode: 'decimal' },
  phone: { type: 'tel', inputMode: 'tel' },
  email: { inputMode: 'email' },
  link: { inputMode: 'url' },
  date: { type: 'date' },
};

function Field(props: {
  field: FormField;
  value: string | boolean | undefined;
  fault: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const { t } = useTranslation('shares');
  const { field, value = '', fault, onChange } = props;
  const { name, type, options, isRequired, help } = field;
  const label = isRequired ? name : `${name} (${t('form.optional')})`;
  const shared = { label, description: help, error: fault, 'aria-required': isRequired };
  const text = String(value);
  if (type === 'checkbox') {
    return (
      <Checkbox {...shared} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
    );
  }
  if (type === 'status' || type === 'priority' || type === 'rating') {
    const stars = Array.from({ length: MAX_RATING }, (_, index) => ({
      value: `${index + 1}`,
      label: t('form.stars', { count: index + 1 }),
    }));
    const data = type === 'rating' ? stars : options.map((option) => ({ value: option.id, label: option.name }));
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: t('form.choose') }, ...data]}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (type === 'longText') {
    return (
      <Textarea
        {...shared}
        rows={4}
        dir="auto"
        maxLength={MAX_LONG_TEXT_LENGTH}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const placeholder = type === 'phone' ? t('form.phone') : type === 'link' ? t('form.link') : '';
  return (
    <TextInput
      {...shared}
      {...INPUTS[type]}
      dir={type === 'text' ? 'auto' : 'ltr'}
      placeholder={placeholder}
      maxLength={MAX_TEXT_LENGTH}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
