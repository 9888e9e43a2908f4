import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicSettings } from '../api/read-settings.ts';
import classes from './login-page.module.css';

export type DemoAccount = PublicSettings['demoAccounts'][number];

const KINDS = ['pro', 'free', 'admin'] as const;

/** The demo's published accounts; choosing one fills in the surrounding form. Space is reserved before they load. */
export function DemoAccounts(props: { accounts: Promise<DemoAccount[]>; onFilled: () => void }) {
  const { t } = useTranslation('accounts');
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
    <section aria-label={t('demo.title')}>
      <ul className={classes.accounts}>
        {KINDS.map((kind) => {
          const account = accounts?.find((candidate) => candidate.kind === kind);
          return (
            <li key={kind}>
              <button
                type="button"
                className={classes.account}
                disabled={!account}
                title={account?.email}
                onClick={() => account && fill(account)}
              >
                {t(`demo.${kind}`)}
              </button>
            </li>
          );
        })}
      </ul>
      <div className={classes.demoHint}>
        {t('demo.password')} <code className={classes.demoPassword}>{accounts?.[0]?.password ?? '…'}</code>
      </div>
    </section>
  );
}
