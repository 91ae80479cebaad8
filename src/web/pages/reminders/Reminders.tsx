import { useResource } from '../../api/resource.ts';
import { mayWrite } from '../../api/session.ts';
import { PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { loadReminders, type SectionProps } from './api.ts';
import { Channels } from './Channels.tsx';
import { Deliveries } from './Deliveries.tsx';
import { Preview } from './Preview.tsx';
import { Rules } from './Rules.tsx';

/** The page Reminders: where they are sent to, when, what is next, and what was sent. */
export function Reminders() {
  const loaded = useResource((signal) => loadReminders(mayWrite.value, signal));
  return (
    <>
      <PageHeader title={t('shell.reminders')} />
      <Loaded resource={loaded} lines={8}>
        {(data) => <Sections data={data} />}
      </Loaded>
    </>
  );
}

function Sections({ data }: SectionProps) {
  const { channels, rules, deliveries } = data;
  const isEmpty = channels.length === 0 && rules.length === 0 && deliveries.length === 0;
  return (
    <div class="reminders">
      <Channels data={data} />
      {!isEmpty && (
        <>
          <Rules data={data} />
          <Preview data={data} />
          <Deliveries data={data} />
        </>
      )}
    </div>
  );
}
