import { baseUrl } from '../../../api/storage.ts';
import { CopyButton } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { QrCode } from '../../../components/QrCode.tsx';
import { t } from '../../../messages/messages.ts';
import { isOfThisDevice } from '../../settings/entries.ts';
import { DoneButton } from '../../settings/parts.tsx';
import { linkSeenFrom, webcalLink } from './links.ts';

interface MadeFeedProps {
  readonly name: string;
  /** The link, as the server gave it. */
  readonly url: string;
  readonly onClose: () => void;
}

/** Shows a new calendar link: it is shown only this once. */
export function MadeFeed({ name, url, onClose }: MadeFeedProps) {
  const link = linkSeenFrom(baseUrl, url);
  return (
    <Dialog title={t('calendar.feeds.made', { name })} onClose={onClose} actions={<DoneButton onClick={onClose} />}>
      <p>{t('settings.keys.created.once')}</p>
      {isOfThisDevice(link) && <p class="notice">{t('settings.device.local')}</p>}
      <QrCode text={link} label={t('calendar.feeds.qr')} />
      <CopyButton label={t('calendar.feeds.link')} text={link} />
      <p>
        <a href={webcalLink(link)}>{t('calendar.feeds.open')}</a>
      </p>
      <p class="muted">{t('calendar.feeds.reach')}</p>
    </Dialog>
  );
}
