import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { useId } from 'preact/hooks';
import { mayWrite } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/content.tsx';
import { ErrorNotice, tell, useAction } from '../../components/feedback.tsx';
import { Whose } from '../../components/Whose.tsx';
import { Rows } from '../../components/Rows.tsx';
import { t } from '../../messages/messages.ts';
import { addRule, deleteRule, turnRule, type SectionProps } from './api.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { ownChannelIds } from './own.ts';
import { offeredRules, type Rule, ruleSentence } from './rules.ts';
import { TurnSwitch } from './TurnSwitch.tsx';
import { ruleWords } from './words.ts';

export function Rules({ data }: SectionProps) {
  // The rule to change, or `new`.
  const open = useSignal<Rule | 'new' | undefined>(undefined);
  const { rules } = data;
  return (
    <Card title={t('reminders.rules')}>
      <div class="settings-parts">
        {rules.length === 0 ? (
          <p class="muted">{t('reminders.rules.none')}</p>
        ) : (
          <Rows label={t('reminders.rules')} items={rules}>
            {(rule) => <RuleRow rule={rule} data={data} onEdit={() => (open.value = rule)} />}
          </Rows>
        )}
        {mayWrite.value && (
          <>
            <Offers data={data} />
            <p>
              <Button icon={Plus} onClick={() => (open.value = 'new')}>
                {t('reminders.rules.add')}
              </Button>
            </p>
          </>
        )}
        {rules.length > 0 && <p class="muted">{t('reminders.rules.hint')}</p>}
      </div>
      {open.value !== undefined && (
        <RuleDialog
          rule={open.value === 'new' ? undefined : open.value}
          data={data}
          onClose={() => (open.value = undefined)}
        />
      )}
    </Card>
  );
}

/** Rules that most people want, in one click each. */
function Offers({ data }: SectionProps) {
  const { run, isBusy, error } = useAction(addRule);
  const own = ownChannelIds(data.channels);
  // Who has channels of their own is offered rules for these.
  const rules = own === undefined ? data.rules : data.rules.filter(({ userId }) => userId !== null);
  const offered = offeredRules(rules).map((rule) => ({ ...rule, ...(own && { channelIds: own }) }));
  if (offered.length === 0) return null;
  return (
    <div class="settings-actions">
      {offered.map((rule, index) => (
        <Button
          key={rule.event}
          kind={index === 0 && rules.length === 0 ? 'primary' : 'normal'}
          isBusy={isBusy.value}
          onClick={() => void run(rule)}
        >
          {t(`reminders.rules.offer.${rule.event}`)}
        </Button>
      ))}
      <ErrorNotice error={error.value} />
    </div>
  );
}

interface RuleRowProps extends SectionProps {
  readonly rule: Rule;
  readonly onEdit: () => void;
}

function RuleRow({ rule, data, onEdit }: RuleRowProps) {
  const sentenceId = useId();
  const sentence = ruleSentence(rule, ruleWords(data));
  const { run, isBusy } = useAction(() => tell(deleteRule(rule)));

  return (
    <>
      <div>
        <div class="settings-row">
          <p>
            <span id={sentenceId}>{sentence}</span> <Whose userId={rule.userId} people={data.people} />
          </p>
          <TurnSwitch
            labelId={sentenceId}
            isOn={rule.enabled}
            mayTurn={mayWrite.value}
            onTurn={(isOn) => turnRule(rule, isOn)}
          />
        </div>
        {rule.enabled && rule.channelCount === 0 && <p class="mark urgent">{t('reminders.rules.silent')}</p>}
      </div>
      {mayWrite.value && (
        <div class="settings-actions">
          <Button onClick={onEdit} aria-label={t('subscriptions.form.edit', { name: sentence })}>
            {t('subscriptions.action.edit')}
          </Button>
          <Button
            kind="quiet"
            isBusy={isBusy.value}
            onClick={() => void run()}
            aria-label={t('reminders.deleteOf', { name: sentence })}
          >
            {t('subscriptions.action.delete')}
          </Button>
        </div>
      )}
    </>
  );
}
