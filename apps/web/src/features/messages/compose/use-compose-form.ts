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
import { messageDetail, messageMutation } from '../api/messages.ts';
import type { Scope } from '../recurrence/scope-input.tsx';
import '../texts.ts';
import { serverNowMs } from '../../../lib/clock/server-clock.ts';
import { type ComposeTarget, composedMessage, type EditedMessage } from '../../../lib/dialogs/compose-target.ts';
import { changedFields, seriesChanges } from './changed-fields.ts';
import {
  type ComposeValues,
  composeFaults,
  formField,
  multiRecipientPayload,
  payloadOf,
  startValues,
  valuesOf,
} from './compose-values.ts';
import { type DraftsOf, useDraft } from './use-draft.ts';
import { useEditUndo } from './use-edit-undo.ts';

export type ComposeForm = UseFormReturnType<ComposeValues>;

/** The series of an edited message, and which of its messages the edit applies to. */
export type EditedSeries = NonNullable<EditedMessage['series']> & { scope: Scope; setScope: (scope: Scope) => void };

/** State of the compose form: values, errors (including the server's, at their fields) and submission. */
export function useComposeForm(target: ComposeTarget, onDone: () => void, onReplaced: (id: string) => void) {
  const { t } = useTranslation('messages');
  const zone = useZone();
  const queries = useQueryClient();
  /** The version of the message that this person has seen; differences from it are their changes. */
  const [original, setOriginal] = useState(() => composedMessage(target));
  /** The current version of the message, once someone else or a lane has changed it. */
  const [now, setNow] = useState<MessageDetail | null>(null);
  const [start] = useState(() => startValues(target, serverNowMs(), zone));
  const isEdit = 'message' in target;
  const create = useMutation(apiQuery.messages.create.mutationOptions());
  const createForSeveral = useMutation(apiQuery.messages.createForSeveral.mutationOptions());
  const update = useMutation(apiQuery.messages.update.mutationOptions(messageMutation(queries)));
  const resend = useMutation(apiQuery.messages.resend.mutationOptions());
  const editSeries = useMutation(apiQuery.messages.editSeries.mutationOptions());
  /** Which messages of the series the edit applies to. */
  const [scope, setScope] = useState<Scope>('one');
  const form: ComposeForm = useForm<ComposeValues>({
    initialValues: start,
    validate: (values) => {
      const found = Object.entries(composeFaults(values)).map(([field, fault]) => [field, t(`compose.${fault}`)]);
      return found.length > 0 ? Object.fromEntries(found) : contractFaults(values);
    },
  });
  const notifyEdit = useEditUndo();
  const draft = useDraft(form.values, start, draftsOf(target));
  const focusFirst = (faults: Record<string, unknown>) => {
    const [first] = Object.keys(faults);
    if (first) form.getInputNode(first)?.focus();
  };
  const onSuccess = (changed: Message) => {
    if (form.values.sendNow) toast(t('detail.goesNow'));
    else if (changed._id === original?._id) notifyEdit(original, changed);
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
    const faults = error instanceof ApiError ? errorsByField(error.faults, form.values) : {};
    form.setErrors(faults);
    focusFirst(faults);
    if (isEdit && error instanceof ApiError && error.code === 'TOO_LATE') void loadCurrent(target.message._id);
  };
  const loadCurrent = async (id: string) => setNow(await queries.fetchQuery(messageDetail(id)).catch(() => null));
  const send = (values: ComposeValues) => {
    const several = original ? null : multiRecipientPayload(values);
    if (several) return createForSeveral.mutate(several, { onSuccess: ({ messages }) => onStored(messages), onError });
    if (!original) return create.mutate(payloadOf(values), { onSuccess, onError });
    if (isEdit && scope !== 'one') return sendToSeries(values, original, scope);
    const changes = { id: original._id, version: original.version, ...changedFields(values, original) };
    return isEdit ? update.mutate(changes, { onSuccess, onError }) : resend.mutate(changes, { onSuccess, onError });
  };
  const chooseScope = (chosen: Scope) => {
    setScope(chosen);
    // Several messages cannot be sent at once.
    if (chosen !== 'one') form.setFieldValue('sendNow', false);
  };
  /** @param current current version of the message */
  const sendToSeries = (
    values: ComposeValues,
    original: EditedMessage,
    scope: SeriesScope,
    current: Message = original,
  ) =>
    editSeries.mutate(
      { id: current._id, version: current.version, scope, ...seriesChanges(values, original) },
      {
        onError,
        onSuccess: ({ changed, message }) => {
          toast(t('recurrence.saved', { count: changed }));
          draft.end();
          onDone();
          if (message._id !== original._id) onReplaced(message._id);
        },
      },
    );
  const creating = createForSeveral.isPending || createForSeveral.error ? createForSeveral : create;
  const running = !original ? creating : isEdit ? (scope === 'one' ? update : editSeries) : resend;
  const { isPending, error } = create.isPending || create.error ? create : running;
  const isShownAtField = error instanceof ApiError && error.faults.some((fault) => formField(fault.field, form.values));
  return {
    form,
    isEdit,
    /** Only a new message that is not a reply can have several recipients. */
    canHaveSeveral: original === null && form.values.quote === null,
    series: isEdit && original?.series ? { ...original.series, scope, setScope: chooseScope } : null,
    draft,
    submit: form.onSubmit(send, focusFirst),
    isSaving: isPending,
    refused: isShownAtField ? null : error,
    /**
     * Set when someone else or a lane changed the message first: its current version and the ways to continue. None of
     * them loses input.
     */
    conflict: now && {
      now,
      /** Applies this person's changes to the other version. */
      saveMine: () => {
        if (!original) return;
        if (scope !== 'one') return sendToSeries(form.values, original, scope, now);
        const changes = { id: now._id, version: now.version, ...changedFields(form.values, original) };
        update.mutate(changes, { onSuccess, onError });
      },
      takeTheirs: () => {
        form.setValues(valuesOf(now));
        setOriginal(now);
        setNow(null);
        update.reset();
        editSeries.reset();
      },
      /** For when the original has already been sent. */
      sendAsNew: () => create.mutate(payloadOf({ ...form.values, sendNow: true }), { onSuccess, onError }),
    },
  };
}

/** Which drafts to offer. A reply and a copy have initial content of their own, so they get none. */
function draftsOf(target: ComposeTarget): DraftsOf {
  if ('message' in target) return { messageId: target.message._id };
  return 'again' in target || 'answers' in target || 'copy' in target ? 'none' : 'new';
}

/** Contract violations that have no text of their own. */
function contractFaults(values: ComposeValues): Record<string, string> {
  const issues = createMessage.safeParse(payloadOf(values)).error?.issues ?? [];
  return errorsByField(
    issues.map((issue) => ({ field: issue.path.join('.'), message: translateText(textOfIssue(issue)) })),
    values,
  );
}

function errorsByField(
  faults: readonly { field: string; message: string }[],
  values: ComposeValues,
): Record<string, string> {
  return Object.fromEntries(
    faults.flatMap(({ field, message }) => {
      const at = formField(field, values);
      return at ? [[at, message]] : [];
    }),
  );
}
