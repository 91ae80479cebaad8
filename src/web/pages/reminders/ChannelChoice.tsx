import { useId } from 'preact/hooks';
import { CheckChips, Chips } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import type { Channel } from './channelForms.ts';
import { ofOneHolder } from './own.ts';

interface ChannelChoiceProps {
  readonly channels: readonly Channel[];
  /** The ids of the channels; null for all. */
  readonly chosen: readonly string[] | null;
  readonly error: string | undefined;
  readonly onChange: (chosen: readonly string[] | null) => void;
}

/** The channels of a rule: all, also those that are added later, or some. */
export function ChannelChoice({ channels, chosen, error, onChange }: ChannelChoiceProps) {
  const group = useId();
  const hasBoth = channels.some(({ userId }) => userId !== null) && channels.some(({ userId }) => userId === null);
  const options = [
    { value: 'all', text: t(hasBoth ? 'reminders.rule.to.household' : 'reminders.rule.to.all') },
    { value: 'some', text: t('reminders.rule.to.some') },
  ] as const;
  return (
    <>
      <Chips
        label={t('reminders.rule.to')}
        name={group}
        options={options}
        value={chosen === null ? 'all' : 'some'}
        onChoose={(value) => onChange(value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <CheckChips
          label={t('reminders.channels')}
          options={channels.map(({ id, name, userId }) => ({
            value: id,
            text: userId && hasBoth ? `${name} (${t('common.own')})` : name,
          }))}
          chosen={chosen}
          error={error}
          onChange={(ids) => onChange(ofOneHolder(ids, channels))}
        />
      )}
    </>
  );
}
