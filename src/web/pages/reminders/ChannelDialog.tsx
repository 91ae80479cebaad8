import { useSignal } from '@preact/signals';
import {
  channelLanguages,
  type ChannelLanguage,
  type ChannelType,
} from '../../../modules/channels/rules/channelTypes.ts';
import type { SettingName } from '../../../modules/channels/rules/settingFields.ts';
import { mayManage, session } from '../../api/session.ts';
import { InputField, SelectField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { languages } from '../../messages/languages.ts';
import { language as languageOfPage, t } from '../../messages/messages.ts';
import { addChannel, changeChannel } from './api.ts';
import {
  type Channel,
  controlsOf,
  settingsToChange,
  settingsToCreate,
  shownSetting,
  type Typed,
  typesInOrder,
} from './channelForms.ts';
import { SettingFields } from './SettingFields.tsx';

interface ChannelDialogProps {
  /** The channel to change; undefined to add one. */
  readonly channel?: Channel;
  readonly onClose: () => void;
}

export interface ChannelForm {
  readonly type: ChannelType;
  /** Undefined until one is typed. */
  readonly name: string | undefined;
  readonly language: ChannelLanguage;
  readonly typed: Typed;
  /** What was typed for the other types. */
  readonly others: Readonly<Partial<Record<ChannelType, Typed>>>;
  /** The secrets to remove. */
  readonly removed: ReadonlySet<SettingName>;
}

export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const form = useSignal(formOf(channel));
  async function save() {
    const change = changeOf(form.value, channel);
    if (channel === undefined) await addChannel(draftOf(form.value));
    else if (Object.keys(change).length > 0) await changeChannel(channel, change);
    onClose();
  }
  const { type } = form.value;
  const cannotSend = channel === undefined && type === 'email' && session.value?.canSendMail === false;
  const update = (part: Partial<ChannelForm>) => void (form.value = { ...form.value, ...part });
  const title = channel ? t('subscriptions.form.edit', { name: channel.name }) : t('reminders.channels.add');
  const action = channel ? t('subscriptions.form.save') : cannotSend ? undefined : t('subscriptions.form.add');
  return (
    <FormDialog {...{ title, action, onClose }} onSend={save}>
      {channel === undefined && (
        <SelectField
          label={t('reminders.channel.type')}
          name="type"
          value={type}
          options={typesInOrder.map((value) => ({ value, text: t(`reminders.type.${value}`) }))}
          onChoose={(to) => update(ofType(form.value, to))}
        />
      )}
      {cannotSend ? (
        <p class="notice">{t(mayManage.value ? 'reminders.channel.noMail.manager' : 'reminders.channel.noMail')}</p>
      ) : (
        <>
          <InputField
            label={t('subscriptions.form.name')}
            help={t('reminders.channel.name.help')}
            name="name"
            required
            value={nameIn(form.value)}
            onInput={({ currentTarget }) => update({ name: currentTarget.value })}
          />
          <SettingFields channel={channel} form={form.value} onChange={update} />
          <SelectField
            label={t('reminders.channel.language')}
            name="language"
            value={form.value.language}
            options={channelLanguages.map((value) => ({ value, text: languages[value].name }))}
            onChoose={(language) => update({ language })}
          />
        </>
      )}
    </FormDialog>
  );
}

function formOf(channel: Channel | undefined): ChannelForm {
  const removed = new Set<SettingName>();
  if (channel === undefined) {
    return { type: 'ntfy', name: undefined, language: languageOfPage.peek(), typed: {}, others: {}, removed };
  }
  const { type, name, language } = channel;
  const typed = Object.fromEntries(
    controlsOf(type).map((control) => [control.name, shownSetting(channel, control.name)]),
  );
  return { type, name, language, typed, others: {}, removed };
}

/** The part of a form that changes with the type. What was typed for a type is there again when it is chosen again. */
function ofType({ type, typed, others }: ChannelForm, to: ChannelType): Partial<ChannelForm> {
  return { type: to, typed: others[to] ?? {}, others: { ...others, [type]: typed } };
}

/** The name that was typed; until then that of the type. */
function nameIn({ name, type }: ChannelForm): string {
  return name ?? t(`reminders.type.${type}`);
}

function draftOf(form: ChannelForm) {
  const { type, language, typed } = form;
  return { name: nameIn(form).trim(), type, language, settings: settingsToCreate(type, typed) };
}

function changeOf(form: ChannelForm, channel: Channel | undefined) {
  if (channel === undefined) return {};
  const settings = settingsToChange(channel, form.typed, form.removed);
  const name = nameIn(form).trim();
  return {
    ...(name !== channel.name && { name }),
    ...(form.language !== channel.language && { language: form.language }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}
