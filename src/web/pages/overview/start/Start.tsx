import { Bot, Circle, CircleCheck, FileUp } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { mayManage, mayWrite, proxySignIn, session } from '../../../api/session.ts';
import { baseUrl } from '../../../api/storage.ts';
import { Button, Icon } from '../../../components/Button.tsx';
import { Card, EmptyState } from '../../../components/content.tsx';
import { t } from '../../../messages/messages.ts';
import { openAddDialog, openAddDialogWith, pathOf } from '../../../shell/views.ts';
import { passwordPart, useUsers } from '../../settings/parts.tsx';
import { presetsInWords } from './presets.ts';
import { firstSteps } from './state.ts';
import { type Step, stepsOf } from './steps.ts';

const firstStep: readonly Step[] = [{ name: 'add', isDone: false }];

/** What the overview shows of an empty household: the first steps, and what most households pay for. */
export function EmptyHousehold() {
  const steps = useSteps(0);
  useEffect(() => {
    if (mayWrite.peek()) firstSteps.value = 'open';
  }, []);
  if (!mayWrite.value) return <EmptyState text={t('subscriptions.empty.read')} />;
  return (
    <div class="start">
      <p>{t('overview.empty')}</p>
      <Card title={t('overview.start')}>
        <Steps steps={steps ?? firstStep} />
      </Card>
    </div>
  );
}

/** The first steps of a household that has subscriptions. They go when all are done, or when the user hides them. */
export function FirstSteps() {
  const steps = useSteps(1);
  const isDone = steps?.every((step) => step.isDone) === true;
  const hide = () => (firstSteps.value = 'hidden');
  useEffect(() => {
    if (isDone) hide();
  }, [isDone]);
  if (steps === undefined || isDone) return null;
  const button = (
    <button type="button" class="text-button" onClick={hide}>
      {t('overview.start.hide')}
    </button>
  );
  return (
    <Card title={t('overview.start')} aside={button}>
      <Steps steps={steps} />
    </Card>
  );
}

function useSteps(subscriptions: number): readonly Step[] | undefined {
  const users = useUsers().data.value;
  if (users === undefined) return undefined;
  return stepsOf({
    subscriptions,
    mayWrite: mayWrite.value,
    users: mayManage.value ? users : undefined,
    user: session.value?.user ?? null,
    isProxied: proxySignIn.value === 'used',
    hasWayBack: session.value?.hasWayBack !== false,
  });
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol class="start-steps">
      {steps.map(({ name, isDone }) => (
        <li key={name} class={isDone ? 'done' : ''}>
          <Icon node={isDone ? CircleCheck : Circle} size={24} />
          <span class="visually-hidden">{t(isDone ? 'overview.start.done' : 'overview.start.open')}</span>
          <div>{isDone ? t(titles[name]) : contents[name]()}</div>
        </li>
      ))}
    </ol>
  );
}

const titles = {
  add: 'overview.empty.add',
  password: 'common.password.set',
  people: 'common.people.add',
} as const satisfies Record<Step['name'], string>;

const contents: Readonly<Record<Step['name'], () => ComponentChildren>> = {
  add: () => (
    <>
      <Button kind="primary" onClick={openAddDialog}>
        {t(titles.add)}
      </Button>
      <p class="muted">{t('overview.start.presets')}</p>
      <Presets />
      <OtherWays />
    </>
  ),
  password: () => (
    <>
      <a class="button" href={pathOf('settings', passwordPart)}>
        {t(titles.password)}
      </a>
      <p class="muted">{t('overview.start.password')}</p>
    </>
  ),
  people: () => (
    <>
      <a class="button" href={pathOf('settings', '#people')}>
        {t(titles.people)}
      </a>
      <p class="muted">{t('overview.start.people')}</p>
    </>
  ),
};

/** What does the typing: a file of another tracker, or an assistant. */
function OtherWays() {
  return (
    <>
      <p class="muted">{t('overview.start.ways')}</p>
      <div class="settings-actions">
        <a class="button" href={pathOf('import')}>
          <Icon node={FileUp} size={18} />
          {t('overview.start.import')}
        </a>
        <a class="button" href={pathOf('settings', mayManage.value ? '#keys' : '#manage')}>
          <Icon node={Bot} size={18} />
          {t('overview.start.assistant')}
        </a>
      </div>
      <p class="muted">{t('overview.start.assistant.text', { address: new URL('mcp', baseUrl).href })}</p>
    </>
  );
}

/** What most households pay for. One opens the form, with all that is known of it. */
function Presets() {
  return (
    <ul class="settings-actions start-presets" aria-label={t('overview.start.presets')}>
      {presetsInWords().map(({ icon, fields }) => (
        <li key={fields.name}>
          <Button icon={icon} onClick={() => openAddDialogWith(fields)}>
            {fields.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
