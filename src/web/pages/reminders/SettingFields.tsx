import { useSignal } from '@preact/signals';
import { changeEvents } from '../../../modules/channels/rules/changeEvents.ts';
import { type SettingName, settingsOf } from '../../../modules/channels/rules/settingFields.ts';
import { CheckBox, CheckChips, Field, useFault } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import type { ChannelForm } from './ChannelDialog.tsx';
import { type Channel, chosenEvents, controlsOf, isMoved, secretState, type SettingControl } from './channelForms.ts';

interface SettingFieldsProps {
  /** The channel that is changed; undefined for a new one. */
  readonly channel: Channel | undefined;
  readonly form: ChannelForm;
  readonly onChange: (part: Partial<ChannelForm>) => void;
}

/** The controls of the settings of a type of channel. Secrets are never filled in. */
export function SettingFields({ channel, form, onChange }: SettingFieldsProps) {
  const isShown = useSignal(false);
  const controls = controlsOf(form.type);
  const hasMoved = channel !== undefined && isMoved(channel, form.typed) && channel.secretsSet.length > 1;
  return (
    <>
      {controls.map((control) =>
        control.name === 'events' ? (
          <EventsField key="events" {...{ control, form, onChange }} />
        ) : (
          <SettingField
            key={`${form.type} ${control.name}`}
            {...{ control, channel, form, onChange }}
            isShown={isShown.value}
          />
        ),
      )}
      <div role="status">{hasMoved && <p class="notice">{t('reminders.channel.moved')}</p>}</div>
      {controls.some(({ isHidden }) => isHidden) && (
        <CheckBox isOn={isShown.value} onTurn={(isOn) => (isShown.value = isOn)}>
          {t('reminders.channel.show')}
        </CheckBox>
      )}
    </>
  );
}

interface SettingFieldProps extends SettingFieldsProps {
  readonly control: SettingControl;
  /** Whether what is typed into hidden controls is shown. */
  readonly isShown: boolean;
}

function SettingField({ control, channel, form, onChange, isShown }: SettingFieldProps) {
  const { name, label, isHidden, isRequired } = control;
  const { typed, removed } = form;
  const state = channel && secretState(channel, name, typed);
  const isRemoved = removed.has(name);
  const kind = isHidden && !isShown ? ({ type: 'password' } as const) : ({ type: 'text' } as const);
  return (
    <>
      <Field
        label={t(label)}
        help={helpOf(control, state)}
        name={`settings.${name}`}
        error={useFault(`settings.${name}`) && t(`reminders.fault.${name}`)}
        isOptional={!isRequired}
      >
        {(properties) => (
          <input
            {...properties}
            {...kind}
            inputMode={name === 'url' ? 'url' : 'text'}
            autocomplete={isHidden ? 'new-password' : 'off'}
            autocapitalize="none"
            spellcheck={false}
            required={isRequired && state !== 'kept'}
            disabled={isRemoved}
            value={typed[name] ?? ''}
            onInput={({ currentTarget }) => onChange({ typed: { ...typed, [name]: currentTarget.value } })}
          />
        )}
      </Field>
      {state !== undefined && !settingsOf[form.type].needs.includes(name) && (
        <CheckBox isOn={isRemoved} onTurn={(isOn) => onChange({ removed: withMember(removed, name, isOn) })}>
          {t('reminders.channel.remove', { label: t(label) })}
        </CheckBox>
      )}
    </>
  );
}

/** The changes that a webhook gets, besides reminders. */
function EventsField({ control, form, onChange }: Omit<SettingFieldProps, 'channel' | 'isShown'>) {
  const { typed } = form;
  const options = changeEvents.map((value) => ({ value, text: t(`reminders.change.${value}`) }));
  return (
    <CheckChips
      label={t(control.label)}
      help={control.help && t(control.help)}
      options={options}
      chosen={chosenEvents.in(typed.events)}
      error={useFault('settings.events') && t('reminders.fault.events')}
      onChange={(chosen) => onChange({ typed: { ...typed, events: chosenEvents.asSetting(chosen) } })}
    />
  );
}

function helpOf({ help, defaultUrl }: SettingControl, state: ReturnType<typeof secretState>): string | undefined {
  if (state === 'kept') return t('reminders.channel.kept');
  if (state === 'again') return [t('reminders.channel.again'), help && t(help)].filter(Boolean).join(' ');
  if (defaultUrl !== undefined) return t('reminders.channel.default', { address: defaultUrl });
  return help && t(help);
}

function withMember(members: ReadonlySet<SettingName>, name: SettingName, isIn: boolean): ReadonlySet<SettingName> {
  const others = Array.from(members).filter((one) => one !== name);
  return new Set(isIn ? [...others, name] : others);
}
