import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorFromFailure } from '../../../lib/api/api-error.ts';
import { type Faults, faultOfRefusal, faultsOf, MIN_PASSWORD_LENGTH } from '../form-faults.ts';

/**
 * State of a form whose fields are uncontrolled (password managers fill those in reliably). `onSubmit` reads the
 * fields, shows faults at them with the focus on the first, and calls `send`.
 */
export function useAccountForm<Field extends string>(options: {
  rules: Record<Field, (value: string) => Faults[string] | null>;
  send: (values: Record<Field, string>) => Promise<void>;
}) {
  const { t } = useTranslation('accounts');
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Record<string, string>>({});

  const show = (form: HTMLFormElement, next: Record<string, string>) => {
    setFaults(next);
    const first = [...form.elements].find(
      (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name in next,
    );
    first?.focus();
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])) as Record<
      Field,
      string
    >;
    const toTexts = (found: Faults) =>
      Object.fromEntries(
        Object.entries(found).map(([field, fault]) => [field, t(`fault.${fault}`, { count: MIN_PASSWORD_LENGTH })]),
      );
    const found = faultsOf(values, options.rules);
    show(form, toTexts(found));
    if (Object.keys(found).length > 0) return;
    setIsBusy(true);
    try {
      await options.send(values);
    } catch (failure) {
      const error = errorFromFailure(failure);
      const refusal = faultOfRefusal(error);
      const named = Object.fromEntries(error.faults.map((fault) => [fault.field, fault.message]));
      const isAboutFields = Object.keys(named).some((field) => field in values);
      // A refused login does not reveal which part was wrong.
      const place = refusal === 'wrongLogin' && 'password' in values ? 'password' : 'form';
      show(form, refusal ? toTexts({ [place]: refusal }) : isAboutFields ? named : { form: error.message });
    } finally {
      setIsBusy(false);
    }
  };

  const clear = (field: string) =>
    setFaults((before) =>
      field in before ? Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)) : before,
    );

  return {
    isBusy,
    formFault: faults.form,
    onSubmit,
    /** Props of one field. */
    field: (name: Field) => ({
      name,
      error: faults[name],
      onChange: () => clear(name),
    }),
  };
}
