import { useLaterResource } from '../../api/resource.ts';
import { Card } from '../../components/content.tsx';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { convertedInto, loadPlans, planLines } from './plan.ts';

/** What to set aside each month, in a few lines. Nothing when there is nothing. */
export function SetAsideCard({ shown }: { readonly shown: ShownCurrency }) {
  const into = convertedInto(shown);
  const lines = planLines(useLaterResource((signal) => loadPlans(signal, { into }), [into]).data.value ?? []);
  if (lines.length === 0) return null;
  return (
    <Card title={t('shell.set-aside')}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <a href={pathOf('set-aside')}>{t('setAside.months')}</a>
      </p>
    </Card>
  );
}
