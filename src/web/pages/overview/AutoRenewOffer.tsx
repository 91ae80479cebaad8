import { Button } from '../../components/Button.tsx';
import { t } from '../../messages/messages.ts';

interface AutoRenewOfferProps {
  /** Turns it on. Without it, only the place of the offer is kept. */
  readonly onTurnOn?: () => void;
  readonly isBusy?: boolean;
}

/** Offers to record payments automatically. */
export function AutoRenewOffer({ onTurnOn, isBusy = false }: AutoRenewOfferProps) {
  return (
    <div class={onTurnOn ? 'due-auto' : 'due-auto unknown'}>
      <p class="muted">{t('overview.autoRenew.offer')}</p>
      <Button isBusy={isBusy} onClick={onTurnOn}>
        {t('overview.autoRenew.turnOn')}
      </Button>
    </div>
  );
}
