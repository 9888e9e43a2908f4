import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { Notice } from '../../../components/notice.tsx';

/** The body of an account card: fields, the form's own fault, one button. */
export function AccountForm(props: {
  form: { isBusy: boolean; formFault: string | undefined; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  submit: string;
  submitRef?: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}) {
  return (
    <form onSubmit={props.form.onSubmit} noValidate>
      <Stack gap="md">
        {props.form.formFault && <Notice tone="error">{props.form.formFault}</Notice>}
        {props.children}
        <Button type="submit" size="md" fullWidth mt={4} loading={props.form.isBusy} ref={props.submitRef}>
          {props.submit}
        </Button>
      </Stack>
    </form>
  );
}
