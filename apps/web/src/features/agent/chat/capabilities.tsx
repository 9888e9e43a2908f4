import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import '../texts.ts';
import classes from './chat.module.css';
import { SidePanel } from './side-panel.tsx';

const GROUPS = ['see', 'schedule', 'change', 'find', 'explain', 'more'] as const;

/** What the agent can do, with sample requests. */
export function Capabilities({ onChoose }: { onChoose: (request: string) => void }) {
  const { t } = useTranslation('agent');
  return (
    <SidePanel title={t('capabilities.title')}>
      {(fold) => (
        <>
          <Hint size="xs">{t('capabilities.hint')}</Hint>
          {GROUPS.map((group) => (
            <div key={group}>
              <Text size="sm" fw={600}>
                {t(`capabilities.groups.${group}`)}
              </Text>
              <ul className={classes.examples}>
                {t(`capabilities.examples.${group}`, { returnObjects: true }).map((example) => (
                  <li key={example}>
                    <UnstyledButton
                      className={classes.example}
                      onClick={() => {
                        fold();
                        onChoose(example);
                      }}
                    >
                      <bdi>{example}</bdi>
                    </UnstyledButton>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      )}
    </SidePanel>
  );
}
