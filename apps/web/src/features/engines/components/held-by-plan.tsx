import { useTranslation } from 'react-i18next';
import { Hint } from '../../../components/hint.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import '../texts.ts';

/** Why a connected engine sends nothing because of the plan, with a link to change it. */
export function HeldByPlan() {
  const { t } = useTranslation('engines');
  return (
    <>
      <Hint size="xs" maw={280}>
        {t('heldByPlan')}
      </Hint>
      <ButtonLink to="/account-subscription" size="compact-xs" variant="light" style={{ alignSelf: 'flex-start' }}>
        {t('toPlans')}
      </ButtonLink>
    </>
  );
}
