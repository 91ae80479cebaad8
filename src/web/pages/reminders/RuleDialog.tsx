import { useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { session } from '../../api/session.ts';
import { messageOf } from '../../components/feedback.tsx';
import { InputField, SelectField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { t } from '../../messages/messages.ts';
import { addRule, changeRule, loadNames, type ReminderData, type SectionProps } from './api.ts';
import { ChannelChoice } from './ChannelChoice.tsx';
import { DaysField } from './DaysField.tsx';
import { ownChannelIds } from './own.ts';
import {
  completed,
  emptyForm,
  events,
  formOf,
  isWhole,
  type Rule,
  type RuleForm,
  ruleIn,
  ruleSentence,
  withEvent,
} from './rules.ts';
import { ruleWords } from './words.ts';

interface RuleDialogProps extends SectionProps {
  readonly rule: Rule | undefined;
  readonly onClose: () => void;
}

export function RuleDialog({ rule, data, onClose }: RuleDialogProps) {
  const own = ownChannelIds(data.channels) ?? null;
  const form = useSignal<RuleForm>(rule ? formOf(rule) : { ...emptyForm, channelIds: own });
  const wasSent = useSignal(false);
  const names = useNames(data.rules);

  async function save() {
    wasSent.value = true;
    form.value = completed(form.value);
    if (!isWhole(form.value)) return;
    const values = ruleIn(form.value);
    await (rule ? changeRule(rule, values) : addRule(values));
    onClose();
  }

  const title = rule ? t('reminders.rule.edit') : t('reminders.rules.add');
  const action = rule ? t('subscriptions.form.save') : t('subscriptions.form.add');
  return (
    <FormDialog
      {...{ title, action, onClose }}
      alternative={<Sentence data={data} form={form.value} names={names.known} />}
      onSend={save}
    >
      <RuleFields
        rule={rule}
        data={data}
        names={names}
        form={form.value}
        wasSent={wasSent.value}
        onChange={(to) => (form.value = to)}
      />
    </FormDialog>
  );
}

/** The subscriptions that a rule can be of. */
interface Names {
  /** The name of each by its id, at first of those that have rules. */
  readonly known: ReadonlyMap<string, string>;
  /** Why there are no more; undefined while they load. */
  readonly error: unknown;
}

function useNames(rules: ReminderData['rules']): Names {
  const { data, error } = useResource(loadNames);
  const ofRules = rules.flatMap(({ subscriptionId: id, subscriptionName: name }) =>
    id && name ? [[id, name] as const] : [],
  );
  return { known: data.value ?? new Map(ofRules), error: data.value === undefined ? error.value : undefined };
}

interface SentenceProps extends SectionProps {
  readonly form: RuleForm;
  readonly names: Names['known'];
}

/** What the rule will send, in the words of the list; nothing while that is not clear. */
function Sentence({ data, form, names }: SentenceProps) {
  const sent = completed(form);
  const subscriptionName = sent.subscriptionId === null ? undefined : names.get(sent.subscriptionId);
  return (
    <div class="subs-preview" role="status">
      <p class="muted">
        {isWhole(sent) &&
          ruleSentence({ ...ruleIn(sent), ...(subscriptionName && { subscriptionName }) }, ruleWords(data))}
      </p>
    </div>
  );
}

interface RuleFieldsProps extends SectionProps, Pick<RuleDialogProps, 'rule'> {
  readonly names: Names;
  readonly form: RuleForm;
  /** Whether the user has tried to send it: it then says what is missing. */
  readonly wasSent: boolean;
  readonly onChange: (form: RuleForm) => void;
}

function RuleFields({ rule, data, names, form, wasSent, onChange }: RuleFieldsProps) {
  const { event, days, at, channelIds, subscriptionId } = form;
  const update = (part: Partial<RuleForm>) => onChange({ ...form, ...part });
  // A stored rule keeps to the channels of whom it belongs to.
  const channels = data.channels.filter(({ userId }) => rule === undefined || userId === rule.userId);
  return (
    <>
      <SelectField
        label={t('reminders.rule.about')}
        value={event}
        options={events.map((value) => ({ value, text: t(`reminders.rule.about.${value}`) }))}
        onChoose={(chosen) => onChange(withEvent(form, chosen))}
      />
      <DaysField
        form={form}
        error={wasSent && days.length === 0 ? t('reminders.rule.days.missing') : undefined}
        onChange={onChange}
      />
      <TimeField at={at} onChange={(changed) => update({ at: changed })} />
      <ChannelChoice
        channels={channels}
        chosen={channelIds}
        error={wasSent && channelIds?.length === 0 ? t('reminders.rule.to.missing') : undefined}
        onChange={(ids) => update({ channelIds: ids })}
      />
      {event !== 'budget' && (
        <SubscriptionField names={names} chosen={subscriptionId} onChoose={(id) => update({ subscriptionId: id })} />
      )}
    </>
  );
}

function TimeField({ at, onChange }: { readonly at: string; readonly onChange: (at: string) => void }) {
  return (
    <InputField
      label={t('reminders.rule.at')}
      help={t('reminders.rule.at.help', { zone: session.value?.timeZone ?? '' })}
      type="time"
      required
      value={at}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface SubscriptionFieldProps {
  readonly names: Names;
  /** Null for all. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

function SubscriptionField({ names: { known, error }, chosen, onChoose }: SubscriptionFieldProps) {
  const named = Array.from(known, ([value, text]) => ({ value, text }));
  const sorted = named.toSorted((one, other) => one.text.localeCompare(other.text));
  const options = [{ value: '', text: t('reminders.rule.of.all') }, ...sorted];
  return (
    <SelectField
      label={t('reminders.rule.of')}
      error={error === undefined ? undefined : messageOf(error)}
      value={chosen ?? ''}
      options={options}
      onChoose={(id) => onChoose(id === '' ? null : id)}
    />
  );
}
