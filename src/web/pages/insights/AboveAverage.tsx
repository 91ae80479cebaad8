import { useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/Button.tsx';
import { Card, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { focusHeading, Loaded, showToast } from '../../components/feedback.tsx';
import { money, times } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { loadAll } from '../../subscriptions/api.ts';
import { hiddenAsUnusual, hideAsUnusual } from '../../subscriptions/hidden.ts';
import { type Unusual, unusualOf } from '../../subscriptions/unusual.ts';

const rowsAtFirst = 8;

/** Subscriptions that cost much more than the others of their category. Each can be hidden, for good. */
export function AboveAverage() {
  const all = useResource(loadAll);
  const showsHidden = useSignal(false);
  return (
    <Card id="unusual" title={t('insights.above')} aside={t('insights.above.aside')}>
      <Loaded resource={all}>
        {(records) => {
          const unusual = unusualOf(records);
          const inSight = unusual.filter(({ subscription: { id } }) => !hiddenAsUnusual.value.has(id));
          const shown = showsHidden.value ? unusual : inSight;
          return (
            <>
              {shown.length === 0 && <p class="muted">{t('insights.above.none')}</p>}
              <Shortened items={shown} count={rowsAtFirst}>
                {(rows) => (
                  <ul class="ledger above-average">
                    {rows.map((row) => (
                      <Row key={row.subscription.id} row={row} />
                    ))}
                  </ul>
                )}
              </Shortened>
              {unusual.length > shown.length && (
                <Button kind="quiet" onClick={() => (showsHidden.value = true)}>
                  {t('insights.above.showHidden', { count: unusual.length - shown.length })}
                </Button>
              )}
              <p class="line muted">{t('insights.above.leftOut')}</p>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function Row({ row: { subscription, monthly, average, times: factor } }: { readonly row: Unusual }) {
  const { id, name, category, currency } = subscription;
  const values = { times: times(factor), category: isolated(category), average: money(average, currency) };
  return (
    <li>
      <SubscriptionLink id={id} name={name} />
      <strong class="amount">{money(monthly, currency)}</strong>
      <span class="line muted">{t('insights.above.times', values)}</span>
      <HideButton id={id} name={name} />
    </li>
  );
}

function HideButton({ id, name }: { readonly id: string; readonly name: string }) {
  const shown = isolated(name);
  if (hiddenAsUnusual.value.has(id)) {
    return (
      <Button
        kind="quiet"
        onClick={() => hideAsUnusual(id, false)}
        aria-label={t('insights.above.show.which', { name: shown })}
      >
        {t('insights.above.show')}
      </Button>
    );
  }
  const hide = () => {
    hideAsUnusual(id);
    showToast(t('insights.above.hidden', { name: shown }), async () => hideAsUnusual(id, false));
    focusHeading();
  };
  return (
    <Button kind="quiet" onClick={hide} aria-label={t('insights.above.hide.which', { name: shown })}>
      {t('insights.above.hide')}
    </Button>
  );
}
