import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../components/Card.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Shortened } from '../../components/Shortened.tsx';
import { t } from '../../messages/messages.ts';
import { DuplicateMember } from './DuplicateMember.tsx';
import { compared } from './figures.ts';

const groupsAtFirst = 5;
const membersAtFirst = 6;

/** Subscriptions with the same name, side by side. */
export function Duplicates() {
  const duplicates = useResource(
    async (signal) => (await bodyOf(api.GET('/api/v1/analytics/duplicates', { signal }))).duplicates,
  );
  const count = duplicates.data.value?.length ?? 0;
  return (
    <Card title={t('insights.duplicates')} aside={count > 0 && t('insights.duplicates.count', { count })}>
      <Loaded resource={duplicates}>
        {(groups) =>
          groups.length === 0 ? (
            <p class="muted">{t('insights.duplicates.none')}</p>
          ) : (
            <Shortened items={groups} count={groupsAtFirst}>
              {(shown) => (
                <>
                  {shown.map((group) => (
                    <Group key={group.normalizedName} group={group} />
                  ))}
                </>
              )}
            </Shortened>
          )
        }
      </Loaded>
    </Card>
  );
}

function Group({ group }: { readonly group: Schemas['DuplicateGroup'] }) {
  const ids = group.subscriptions.map(({ id }) => id);
  const members = useResource((signal) => Promise.all(ids.map((id) => readMember(id, signal))), [ids.join(' ')]);
  const name = group.subscriptions[0]?.name ?? group.normalizedName;
  return (
    <section class="duplicate-group" aria-label={name}>
      <Loaded resource={members} lines={2}>
        {(all) => (
          <Shortened items={compared(all)} count={membersAtFirst}>
            {(shown) => (
              <ul class="duplicate-members">
                {shown.map((member) => (
                  <DuplicateMember key={member.id} member={member} />
                ))}
              </ul>
            )}
          </Shortened>
        )}
      </Loaded>
    </section>
  );
}

/** A subscription, with the interval in months that only its details have. */
async function readMember(id: string, signal: AbortSignal) {
  const params = { path: { id }, query: { include: 'details' as const } };
  const { data } = await bodyOf(api.GET('/api/v1/subscriptions/{id}', { params, signal }));
  return { ...data, everyMonths: data.details?.everyMonths };
}
