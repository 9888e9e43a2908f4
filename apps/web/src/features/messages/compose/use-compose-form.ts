import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Message, MessageDetail } from '@switchyard/contracts/messages/message';
import { createMessage } from '@switchyard/contracts/messages/new-message';
import type { SeriesScope } from '@switchyard/contracts/messages/series';
import { textOfIssue } from '@switchyard/contracts/text/issues';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { apiQuery } from '../../../lib/api/client.ts';
import { translateText } from '../../../lib/api/translate-text.ts';
import { useZone } from '../../../lib/signed-in/use-zone.ts';
import { changesMessage, messageDetail } from '../api/messages.ts';
import type { Scope } from '../recurrence/scope-input.tsx';
import '../texts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { type ComposeTarget, composedMessage, type EditedMessage } from '../../../lib/dialogs/compose-target.ts';
import {
  type ComposeValues,
  composeFaults,
  fieldOf,
  payloadOf,
  severalOf,
  startValues,
  valuesOf,
} from './compose-values.ts';
import { onlyChanged, seriesChanges } from './only-changed.ts';
import { type DraftsOf, useDraft } from './use-draft.ts';
import { useEditUndo } from './use-edit-undo.ts';

export type ComposeForm = UseFormReturnType<ComposeValues>;

/** A series that is edited with one of its messages, and which of them are meant. */
export type EditedSeries = NonNullable<EditedMessage['series']> & { scope: Scope; setScope: (scope: Scope) => void };

/** The values of the dialog, what is wrong with them (the server's word too, at its field), and how they are sent. */
export function useComposeForm(composed: ComposeTarget, onDone: () => void, onReplaced: (id: string) => void) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const queries = useQueryClient();
  /** The message as this person has seen it: what differs from it is what they have changed. */
  const [seen, setSeen] = useState(() => composedMessage(composed));
  /** The message as it is, when somebody or a lane was quicker. */
  const [now, setNow] = useState<MessageDetail | null>(null);
  const [start] = useState(() => startValues(composed, serverNowMs(), zone));
  const isEdit = 'message' in composed;
  const create = useMutation(apiQuery.messages.create.mutationOptions());
  const createForSeveral = useMutation(apiQuery.messages.createForSeveral.mutationOptions());
  const update = useMutation(apiQuery.messages.update.mutationOptions(changesMessage(queries)));
  const resend = useMutation(apiQuery.messages.resend.mutationOptions());
  const editSeries = useMutation(apiQuery.messages.editSeries.mutationOptions());
  /** Which messages of a series the edit is for. */
  const [scope, setScope] = useState<Scope>('one');
  const form: ComposeForm = useForm<ComposeValues>({
    initialValues: start,
    validate: (values) => {
      const found = Object.entries(composeFaults(values)).map(([field, fault]) => [field, t(`compose.${fault}`)]);
      return found.length > 0 ? Object.fromEntries(found) : contractFaults(values);
    },
  });
  const tellOfEdit = useEditUndo();
  const draft = useDraft(form.values, start, draftsOf(composed));
  const show = (faults: Record<string, unknown>) => {
    const [first] = Object.keys(faults);
    if (first) form.getInputNode(first)?.focus();
  };
  const onSuccess = (changed: Message) => {
    if (form.values.sendNow) toast(t('detail.goesNow'));
    else if (changed._id === seen?._id) tellOfEdit(seen, changed);
    else toast(t('compose.scheduled'));
    draft.end();
    onDone();
  };
  const onStored = (messages: readonly Message[]) => {
    toast(form.values.sendNow ? t('detail.goesNow') : t('compose.scheduledFor', { count: messages.length }));
    draft.end();
    onDone();
  };
  const onError = (error: unknown) => {
    const faults = error instanceof ApiError ? atTheirFields(error.faults, form.values) : {};
    form.setErrors(faults);
    show(faults);
    if (isEdit && error instanceof ApiError && error.code === 'TOO_LATE') void look(composed.message._id);
  };
  const look = async (id: string) => setNow(await queries.fetchQuery(messageDetail(id)).catch(() => null));
  const send = (values: ComposeValues) => {
    const several = seen ? null : severalOf(values);
    if (several) return createForSeveral.mutate(several, { onSuccess: ({ messages }) => onStored(messages), onError });
    if (!seen) return create.mutate(payloadOf(values), { onSuccess, onError });
    if (isEdit && scope !== 'one') return sendToSeries(values, seen, scope);
    const changes = { id: seen._id, version: seen.version, ...onlyChanged(values, seen) };
    return isEdit ? update.mutate(changes, { onSuccess, onError }) : resend.mutate(changes, { onSuccess, onError });
  };
  const choose = (chosen: Scope) => {
    setScope(chosen);
    // Several cannot go out at once.
    if (chosen !== 'one') form.setFieldValue('sendNow', false);
  };
  /** @param upon the message as it is now */
  const sendToSeries = (values: ComposeValues, seen: EditedMessage, scope: SeriesScope, upon: Message = seen) =>
    editSeries.mutate(
      { id: upon._id, version: upon.version, scope, ...seriesChanges(values, seen) },
      {
        onError,
        onSuccess: ({ changed, message }) => {
          toast(t('recurrence.saved', { count: changed }));
          draft.end();
          onDone();
          if (message._id !== seen._id) onReplaced(message._id);
        },
      },
    );
  const creating = createForSeveral.isPending || createForSeveral.error ? createForSeveral : create;
  const running = !seen ? creating : isEdit ? (scope === 'one' ? update : editSeries) : resend;
  const { isPending, error } = create.isPending || create.error ? create : running;
  const isTold = error instanceof ApiError && error.faults.some((fault) => fieldOf(fault.field, form.values));
  return {
    form,
    isEdit,
    /** It is a new one and answers none, so several may get it. */
    isForAny: seen === null && form.values.quote === null,
    series: isEdit && seen?.series ? { ...seen.series, scope, setScope: choose } : null,
    draft,
    submit: form.onSubmit(send, show),
    isSaving: isPending,
    refused: isTold ? null : error,
    /** Somebody or a lane was quicker: the message as it is now, and the ways on. None of them loses a word. */
    conflict: now && {
      now,
      /** What this person has changed is put upon what the other has. */
      saveMine: () => {
        if (!seen) return;
        if (scope !== 'one') return sendToSeries(form.values, seen, scope, now);
        const changes = { id: now._id, version: now.version, ...onlyChanged(form.values, seen) };
        update.mutate(changes, { onSuccess, onError });
      },
      takeTheirs: () => {
        form.setValues(valuesOf(now));
        setSeen(now);
        setNow(null);
        update.reset();
        editSeries.reset();
      },
      /** The other one has left already. */
      sendAsNew: () => create.mutate(payloadOf({ ...form.values, sendNow: true }), { onSuccess, onError }),
    },
  };
}

/** Whose drafts are offered; an answer and a copy begin with words of their own. */
function draftsOf(composed: ComposeTarget): DraftsOf {
  if ('message' in composed) return { messageId: composed.message._id };
  return 'again' in composed || 'answers' in composed || 'copy' in composed ? 'none' : 'new';
}

/** What the contract forbids beyond what has words of its own. */
function contractFaults(values: ComposeValues): Record<string, string> {
  const issues = createMessage.safeParse(payloadOf(values)).error?.issues ?? [];
  return atTheirFields(
    issues.map((issue) => ({ field: issue.path.join('.'), message: translateText(textOfIssue(issue)) })),
    values,
  );
}

function atTheirFields(
  faults: readonly { field: string; message: string }[],
  values: ComposeValues,
): Record<string, string> {
  return Object.fromEntries(
    faults.flatMap(({ field, message }) => {
      const at = fieldOf(field, values);
      return at ? [[at, message]] : [];
    }),
  );
}
