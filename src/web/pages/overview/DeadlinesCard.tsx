import { Card, Shortened } from '../../components/content.tsx';
import { moneyList } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { Deadline } from '../../subscriptions/marks.ts';
import { DeadlineRow } from './DeadlineRow.tsx';
import type { Hold } from '../../subscriptions/hold.tsx';
import { atStake, deadlineKey } from './figures.ts';

const rowsAtFirst = 3;

interface DeadlinesCardProps {
  readonly deadlines: readonly Deadline[];
  readonly hold: Hold<unknown>;
}

/** Until when notice must be given, and which trials and subscriptions end, after this week. Nothing if there is nothing. */
export function DeadlinesCard({ deadlines, hold }: DeadlinesCardProps) {
  if (deadlines.length === 0) return null;
  const stake = atStake(deadlines);
  const aside = stake.length > 0 && t('overview.deadlines.stake', { sums: moneyList(stake) });
  return (
    <Card title={t('overview.deadlines')} aside={aside}>
      <div class="due-list" onPointerLeave={hold.onPointerLeave}>
        <Shortened items={deadlines} count={rowsAtFirst}>
          {(shown) => (
            <ul class="due-group lined">
              {shown.map((deadline) => (
                <DeadlineRow key={deadlineKey(deadline)} deadline={deadline} hold={hold} />
              ))}
            </ul>
          )}
        </Shortened>
      </div>
    </Card>
  );
}
