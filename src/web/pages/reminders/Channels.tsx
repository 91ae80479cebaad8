import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useId } from 'preact/hooks';
import type { Schemas } from '../../api/answers.ts';
import { mayChange, mayManage, mayOwn, mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card, EmptyState } from '../../components/content.tsx';
import { ConfirmDialog, type OpenDialog, useDialog } from '../../components/Dialog.tsx';
import { messageOf, tell, useAction } from '../../components/feedback.tsx';
import { Whose } from '../../components/Whose.tsx';
import { Rows } from '../../components/Rows.tsx';
import { formatSince, formatTime } from '../../format/format.ts';
import { isolated } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { deleteChannel, type ReminderData, type SectionProps, testChannel, turnChannel } from './api.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import { type Channel } from './channelForms.ts';
import { Fails } from './Fails.tsx';
import { TurnSwitch } from './TurnSwitch.tsx';
import { isFailing } from './tried.ts';
import { reasonWords } from './words.ts';

export function Channels({ data: { channels, people } }: SectionProps) {
  const { open, dialog } = useDialog();
  const isEmpty = channels.length === 0 && mayWrite.value;
  const add = mayOwn.value && (
    <Button
      kind={isEmpty ? 'primary' : 'normal'}
      icon={Plus}
      onClick={() => open((close) => <ChannelDialog onClose={close} />)}
    >
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
              {(channel) => <ChannelRow {...{ channel, people, open }} />}
            </Rows>
            {add && <p>{add}</p>}
          </>
        )}
        {!mayWrite.value && <p class="muted">{t('reminders.channels.hidden')}</p>}
        {mayWrite.value && !mayManage.value && (
          <p class="muted">{t(mayOwn.value ? 'reminders.channels.own' : 'reminders.channels.others')}</p>
        )}
      </div>
      {dialog}
    </Card>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  readonly people: ReminderData['people'];
  readonly open: OpenDialog;
}

function ChannelRow({ channel, people, open }: ChannelRowProps) {
  const nameId = useId();
  const { name, type, host, settings, enabled, secretsMissing } = channel;
  const where = host ?? settings.to?.replaceAll(',', ', ');
  const mayTurn = mayChange(channel);
  const test = useTest(channel);
  return (
    <>
      <div>
        <div class="settings-row">
          <p class="settings-name">
            <bdi id={nameId}>{name}</bdi>
            <Whose userId={channel.userId} people={people} />
          </p>
          <TurnSwitch labelId={nameId} isOn={enabled} mayTurn={mayTurn} onTurn={(isOn) => turnChannel(channel, isOn)} />
        </div>
        <p class="muted">{[t(`reminders.type.${type}`), where].filter(Boolean).join(' · ')}</p>
        {secretsMissing.length > 0 && <p class="mark urgent">{t('reminders.channel.secrets')}</p>}
        {isFailing(channel) ? <Fails>{stateText(channel)}</Fails> : <p class="muted">{stateText(channel)}</p>}
        <p role="status">{test.words}</p>
      </div>
      <div class="settings-actions">
        {test.button}
        {mayTurn && <ManageButtons channel={channel} open={open} />}
      </div>
    </>
  );
}

function ManageButtons({ channel, open }: Pick<ChannelRowProps, 'channel' | 'open'>) {
  const { name } = channel;
  return (
    <>
      <Button
        onClick={() => open((close) => <ChannelDialog channel={channel} onClose={close} />)}
        aria-label={t('subscriptions.form.edit', { name })}
      >
        {t('subscriptions.action.edit')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => open((close) => <DeleteDialog channel={channel} onClose={close} />)}
        aria-label={t('reminders.deleteOf', { name })}
      >
        {t('subscriptions.action.delete')}
      </Button>
    </>
  );
}

/** The button that sends a test, and what became of it. */
function useTest(channel: Channel) {
  const { name } = channel;
  const result = useSignal<Schemas['ChannelTestAnswer']['data'] | undefined>(undefined);
  const { run, isBusy, error } = useAction(async () => {
    result.value = undefined;
    result.value = await testChannel(channel);
  });
  const button = mayWrite.value && (
    <Button isBusy={isBusy.value} onClick={() => void run()} aria-label={t('reminders.channel.test.of', { name })}>
      {t('reminders.channel.test')}
    </Button>
  );
  return { button, words: testWords(name, result.value, error.value) };
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

function DeleteDialog({ channel, onClose }: { readonly channel: Channel; readonly onClose: () => void }) {
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
