import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/answers.ts';
import { mayChange, mayManage, mayOwn, mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, EmptyState } from '../../components/content.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { messageOf, tell, useAction } from '../../components/feedback.tsx';
import { Whose } from '../../components/Whose.tsx';
import { formatSince, formatTime } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { Rows } from '../settings/parts.tsx';
import { deleteChannel, type ReminderData, type SectionProps, testChannel, turnChannel } from './api.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import { type Channel } from './channelForms.ts';
import { Fails } from './Fails.tsx';
import { TurnSwitch } from './TurnSwitch.tsx';
import { isFailing } from './tried.ts';
import { reasonWords } from './words.ts';

/** The dialog that is open, and the channel that it is about. */
type Open = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly channel: Channel } | undefined;

/** Where reminders are sent to. */
export function Channels({ data: { channels, people } }: SectionProps) {
  const open = useSignal<Open>(undefined);
  const close = () => (open.value = undefined);
  const isEmpty = channels.length === 0 && mayWrite.value;
  const add = mayOwn.value && (
    <Button kind={isEmpty ? 'primary' : 'normal'} icon={Plus} onClick={() => (open.value = { kind: 'add' })}>
      {t('reminders.channels.add')}
    </Button>
  );
  return (
    <Card title={t('reminders.channels')}>
      <div class="settings-parts">
        {isEmpty ? (
          <EmptyState text={t('reminders.channels.none')} action={add} />
        ) : (
          <>
            <Rows label={t('reminders.channels')} items={channels}>
              {(channel) => (
                <ChannelRow
                  channel={channel}
                  people={people}
                  onEdit={() => (open.value = { kind: 'edit', channel })}
                  onDelete={() => (open.value = { kind: 'delete', channel })}
                />
              )}
            </Rows>
            {add && <p>{add}</p>}
          </>
        )}
        {!mayWrite.value && <p class="muted">{t('reminders.channels.hidden')}</p>}
        {mayWrite.value && !mayManage.value && (
          <p class="muted">{t(mayOwn.value ? 'reminders.channels.own' : 'reminders.channels.others')}</p>
        )}
      </div>
      <OpenDialog open={open.value} onClose={close} />
    </Card>
  );
}

function OpenDialog({ open, onClose }: { readonly open: Open; readonly onClose: () => void }) {
  if (open === undefined) return null;
  if (open.kind === 'add') return <ChannelDialog onClose={onClose} />;
  if (open.kind === 'edit') return <ChannelDialog channel={open.channel} onClose={onClose} />;
  return <DeleteDialog channel={open.channel} onClose={onClose} />;
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly people: ReminderData['people'];
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function ChannelRow({ channel, people, onEdit, onDelete }: ChannelRowProps) {
  const nameId = useId();
  const result = useSignal<Schemas['ChannelTestAnswer']['data'] | undefined>(undefined);
  const test = useAction(async () => {
    result.value = undefined;
    result.value = await testChannel(channel);
  });
  const { name, type, host, settings, enabled, secretsMissing } = channel;
  const where = host ?? settings.to?.replaceAll(',', ', ');
  return (
    <>
      <div>
        <div class="settings-row">
          <p class="settings-name">
            <bdi id={nameId}>{name}</bdi>
            <Whose userId={channel.userId} people={people} />
          </p>
          <TurnSwitch
            labelId={nameId}
            isOn={enabled}
            mayTurn={mayChange(channel)}
            onTurn={(isOn) => turnChannel(channel, isOn)}
          />
        </div>
        <p class="muted">{[t(`reminders.type.${type}`), where].filter(Boolean).join(' · ')}</p>
        {secretsMissing.length > 0 && <p class="mark urgent">{t('reminders.channel.secrets')}</p>}
        {isFailing(channel) ? <Fails>{stateText(channel)}</Fails> : <p class="muted">{stateText(channel)}</p>}
        <p role="status">{testWords(name, result.value, test.error.value)}</p>
      </div>
      <div class="settings-actions">
        {mayWrite.value && (
          <Button
            isBusy={test.isBusy.value}
            onClick={() => void test.run()}
            aria-label={t('reminders.channel.test.of', { name })}
          >
            {t('reminders.channel.test')}
          </Button>
        )}
        {mayChange(channel) && <ManageButtons name={name} onEdit={onEdit} onDelete={onDelete} />}
      </div>
    </>
  );
}

interface ManageButtonsProps extends Pick<ChannelRowProps, 'onEdit' | 'onDelete'> {
  readonly name: string;
}

function ManageButtons({ name, onEdit, onDelete }: ManageButtonsProps) {
  return (
    <>
      <Button onClick={onEdit} aria-label={t('subscriptions.form.edit', { name })}>
        {t('subscriptions.action.edit')}
      </Button>
      <Button kind="quiet" onClick={onDelete} aria-label={t('reminders.deleteOf', { name })}>
        {t('subscriptions.action.delete')}
      </Button>
    </>
  );
}

/** What became of the test; nothing without one. */
function testWords(name: string, result: Schemas['ChannelTestAnswer']['data'] | undefined, error: unknown) {
  if (error !== undefined) return <Fails>{messageOf(error)}</Fails>;
  if (result === undefined) return null;
  if (result.outcome === 'sent') return t('reminders.channel.test.sent', { name: isolated(name) });
  return <Fails>{t('reminders.channel.test.failed', { name: isolated(name), reason: reasonWords(result) })}</Fails>;
}

/** Whether a channel works, as far as its last message tells. */
function stateText({ lastDelivery: last, failingSince }: Channel): string {
  if (!last) return t('reminders.channel.unused');
  if (last.state === 'sent') return t('reminders.channel.works', { ago: formatSince(last.at) });
  const reason = reasonWords({ reason: last.lastError, status: last.lastStatus });
  return t('reminders.channel.fails', { when: formatTime(failingSince ?? last.at), reason });
}

interface DeleteDialogProps {
  readonly channel: Channel;
  readonly onClose: () => void;
}

function DeleteDialog({ channel, onClose }: DeleteDialogProps) {
  function turnOff() {
    // A toast would be behind the dialog.
    onClose();
    void tell(turnChannel(channel, false));
  }
  const alternative = channel.enabled && <Button onClick={turnOff}>{t('reminders.turnOff')}</Button>;
  return (
    <ConfirmDialog
      title={t('reminders.channel.delete.title', { name: channel.name })}
      action={t('subscriptions.action.delete')}
      alternative={alternative}
      onConfirm={() => deleteChannel(channel)}
      onClose={onClose}
    >
      <p>{t('reminders.channel.delete.text')}</p>
    </ConfirmDialog>
  );
}
