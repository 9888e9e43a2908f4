import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSettings } from '../api/read-settings.ts';
import classes from './login-page.module.css';

export type DemoAccount = PublicSettings['demoAccounts'][number];

/** How many accounts the demo has; as many rows hold their room. */
const USUAL_COUNT = 3;

/** The demo's published accounts; choosing one fills in the form before it. Until they are known their room is held. */
export function DemoAccounts(props: { accounts: Promise<DemoAccount[]>; onFilled: () => void }) {
  const [accounts, setAccounts] = useState<DemoAccount[] | null>(null);
  useEffect(() => void props.accounts.then(setAccounts), [props.accounts]);
  const fill = (account: DemoAccount) => {
    for (const name of ['email', 'password'] as const) {
      const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input) input.value = account[name];
    }
    props.onFilled();
  };
  if (accounts?.length === 0) return null;
  return (
    <DemoSection password={accounts?.[0]?.password ?? '…'}>
      {accounts?.map((account) => (
        <li key={account.email}>
          <button type="button" className={classes.account} onClick={() => fill(account)}>
            <span>{account.email}</span>
            <span className={classes.accountLabel}>{account.label}</span>
          </button>
        </li>
      )) ??
        Array.from({ length: USUAL_COUNT }, (_one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <li key={index} className={classes.account} />
        ))}
    </DemoSection>
  );
}

function DemoSection({ password, children }: { password: string; children: ReactNode }) {
  const { t } = useTranslation('accounts');
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <div className={classes.demoTitle} id="demo-title">
        {t('demo.title')}
      </div>
      <div className={classes.demoHint}>
        {t('demo.hint')} <code className={classes.demoPassword}>{password}</code>
      </div>
      <ul className={classes.accounts}>{children}</ul>
    </section>
  );
}
