import { Copy, type IconNode, TrendingUp } from 'lucide';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useLaterResource } from '../../api/resource.ts';
import { Icon } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { moneyList } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { risesOf } from './figures.ts';
import { loadPriceChanges } from './loadDue.ts';

interface Remark {
  /** The part of the insights that says more, as the fragment of its address. */
  readonly part: 'duplicates' | 'prices';
  readonly icon: IconNode;
  readonly text: string;
  readonly action: string;
}

/** What is worth a look: possible duplicates, and prices that rose. Nothing if there is nothing. */
export function RemarksCard() {
  const changes = useLaterResource(loadPriceChanges).data.value ?? [];
  const { data } = useLaterResource(
    async (signal) => (await bodyOf(api.GET('/api/v1/analytics/duplicates', { signal }))).duplicates,
  );
  if (data.value === undefined) return null;
  const remarks = [duplicatesRemark(data.value), risesRemark(changes)].filter((remark) => remark !== undefined);
  if (remarks.length === 0) return null;
  return (
    <Card title={t('overview.remarks')}>
      <ul class="remarks lined">
        {remarks.map(({ part, icon, text, action }) => (
          <li key={text}>
            <Icon node={icon} size={18} />
            <span>{text}</span>
            <a
              class="button"
              href={pathOf('insights', `#${part}`)}
              aria-label={t('overview.remarks.named', { action, text })}
            >
              {action}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function duplicatesRemark(groups: readonly Schemas['DuplicateGroup'][]): Remark | undefined {
  const [first] = groups;
  const member = first?.subscriptions[0];
  if (first === undefined || member === undefined) return undefined;
  const text =
    groups.length > 1
      ? t('overview.remarks.duplicates', { count: groups.length })
      : t('overview.remarks.duplicate', { name: member.name, count: first.subscriptions.length });
  return { part: 'duplicates', icon: Copy, text, action: t('overview.remarks.compare') };
}

function risesRemark(changes: readonly Schemas['PriceChange'][]): Remark | undefined {
  const { count, sums } = risesOf(changes);
  if (count === 0) return undefined;
  const text = t('overview.remarks.rises', { count, sums: moneyList(sums) });
  return { part: 'prices', icon: TrendingUp, text, action: t('overview.remarks.show') };
}
