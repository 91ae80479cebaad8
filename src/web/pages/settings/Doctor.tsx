import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Loaded } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';

/** What is wrong with the server, and what to do. What the server itself says is in English. */
export function Findings() {
  const findings = useResource((signal) => bodyOf(api.GET('/api/v1/doctor', { signal })));
  return (
    <Loaded resource={findings}>
      {({ findings: all }) => {
        const wrong = all.filter(({ ok }) => !ok);
        return wrong.length === 0 ? (
          <p role="status">{t('settings.doctor.well')}</p>
        ) : (
          <ul class="settings-parts">
            {wrong.map(({ check, message, nextStep }) => (
              <li key={check}>
                <p>{t(`settings.doctor.${check}`)}</p>
                <p class="muted small" lang="en">
                  {message} {nextStep}
                </p>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
