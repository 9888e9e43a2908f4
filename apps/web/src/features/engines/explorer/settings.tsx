import type { EngineDetail } from '@switchyard/contracts/engines/detail';
import { CloudApiForm } from './cloud-api-form.tsx';
import classes from './explorer.module.css';
import { NameForm } from './name-form.tsx';
import { PacingForm } from './pacing-form.tsx';

/** Settings of an engine; each form has its own save button. */
export function Settings({ found }: { found: EngineDetail }) {
  const { engine } = found;
  return (
    <div className={classes.cards}>
      {engine.driver === 'cloud-api' && <CloudApiForm engineId={engine._id} />}
      <PacingForm engineId={engine._id} pacing={found.pacing} />
      <NameForm engine={engine} />
    </div>
  );
}
