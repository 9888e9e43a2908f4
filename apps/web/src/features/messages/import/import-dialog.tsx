import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/signed-in/use-me.ts';
import '../texts.ts';
import { ChooseStep } from './choose-step.tsx';
import { EndedStep } from './ended-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { RunningStep } from './running-step.tsx';
import { useImport } from './use-import.ts';

/** Imports scheduled messages from an Excel file: choose, review, send, see the result, undo. */
export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('messages');
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('importing.title')} size="lg" closeOnClickOutside={false}>
      {isOpen && <ImportSteps onClose={onClose} />}
    </Modal>
  );
}

function ImportSteps({ onClose }: { onClose: () => void }) {
  const steps = useImport(useMe().workspace);
  const { state } = steps;
  switch (state.step) {
    case 'choose':
    case 'reading':
      return (
        <ChooseStep
          state={state}
          onFile={(file) => void steps.open(file)}
          onSheet={(name) => void steps.openSheet(name)}
          onWrongType={steps.reset}
        />
      );
    case 'preview':
      return (
        <PreviewStep
          state={state}
          onChoose={(choices) => void steps.choose(state, choices)}
          onSheet={(name) => void steps.openSheet(name)}
          onBack={steps.reset}
          onSaveFaults={() => void steps.saveFaults([])}
          onStart={(plan) => void steps.start(state, plan)}
        />
      );
    case 'running':
      return <RunningStep state={state} onStop={steps.stop} />;
    case 'ended':
      return (
        <EndedStep
          state={state}
          onAgain={() => void steps.send(state.plan, state.choices)}
          onSaveFaults={() => void steps.saveFaults(state.outcome.faults)}
          onAnother={steps.reset}
          onClose={onClose}
        />
      );
  }
}
