import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from './error-state.tsx';

/** In place of a screen that could not be loaded or has crashed; the frame around it stays. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
