import { ErrorNotice } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { useAutoRenewal } from '../settings/autoRenewal.tsx';
import { AutoRenewOffer } from './AutoRenewOffer.tsx';

/** Offers to record payments automatically, or says that it is done. Until that is known, it keeps the place of the offer. */
export function AutoRenewLine() {
  const { preferences, change, dialog } = useAutoRenewal();
  const isOn = preferences.data.value?.autoRenew;
  if (isOn === undefined) return <AutoRenewOffer />;
  if (isOn) return <p class="due-auto muted">{t('overview.autoRenew.on')}</p>;
  return (
    <>
      <AutoRenewOffer isBusy={change.isBusy.value} onTurnOn={() => void change.run(true)} />
      <ErrorNotice error={change.error.value} />
      {dialog}
    </>
  );
}
