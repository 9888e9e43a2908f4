import { type UseFormReturnType, useForm } from '@mantine/form';
import { createMessage } from '@switchyard/contracts/new-message';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../components/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import { useCreateMessage } from '../api/create-message.ts';
import { useUpdateMessage } from '../api/update-message.ts';
import '../texts.ts';
import type { Composed } from './composed.ts';
import { type ComposeValues, composeFaults, fieldOf, newValues, payloadOf, valuesOf } from './compose-values.ts';
import { onlyChanged } from './only-changed.ts';

export type ComposeForm = UseFormReturnType<ComposeValues>;

/** The values of the dialog, what is wrong with them (the server's word too, at its field), and how they are sent. */
export function useComposeForm(composed: Composed, onDone: () => void) {
  const { t } = useTranslation('messages');
  const { zone } = useMe().workspace;
  const edited = 'message' in composed ? composed.message : null;
  const create = useCreateMessage();
  const update = useUpdateMessage();
  const form: ComposeForm = useForm<ComposeValues>({
    initialValues:
      'message' in composed
        ? valuesOf(composed.message)
        : {
            ...newValues(Date.now(), zone, composed.at),
            ...(composed.to ? { to: composed.to.name, pickedMobile: composed.to.mobile } : {}),
          },
    validate: (values) => {
      const found = Object.entries(composeFaults(values)).map(([field, fault]) => [field, t(`compose.${fault}`)]);
      return found.length > 0 ? Object.fromEntries(found) : contractFaults(values);
    },
  });
  const show = (faults: Record<string, unknown>) => {
    const [first] = Object.keys(faults);
    if (first) form.getInputNode(first)?.focus();
  };
  const onSuccess = () => {
    toast(t(edited ? 'compose.saved' : 'compose.scheduled'));
    onDone();
  };
  const onError = (error: unknown) => {
    const faults = error instanceof ApiError ? atTheirFields(error.faults) : {};
    form.setErrors(faults);
    show(faults);
  };
  const submit = form.onSubmit((values) => {
    if (!edited) return create.mutate(payloadOf(values), { onSuccess, onError });
    const changes = { id: edited._id, version: edited.version, ...onlyChanged(values, edited) };
    return update.mutate(changes, { onSuccess, onError });
  }, show);
  const { isPending, error } = edited ? update : create;
  const isTold = error instanceof ApiError && error.faults.some((one) => fieldOf(one.field));
  return { form, edited, submit, isSaving: isPending, refused: isTold ? null : error };
}

/** What the contract forbids beyond what has words of its own. */
function contractFaults(values: ComposeValues): Record<string, string> {
  const issues = createMessage.safeParse(payloadOf(values)).error?.issues ?? [];
  return atTheirFields(issues.map(({ path, message }) => ({ field: path.join('.'), message })));
}

function atTheirFields(faults: readonly { field: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(
    faults.flatMap(({ field, message }) => (fieldOf(field) ? [[fieldOf(field), message]] : [])),
  );
}
