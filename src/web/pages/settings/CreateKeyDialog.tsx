import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { baseUrl } from '../../api/base.ts';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/ErrorNotice.tsx';
import { Field } from '../../components/Field.tsx';
import { errorBeside, faultOf, textIn, useAction } from '../../components/useAction.ts';
import { t } from '../../messages/messages.ts';
import { ScopeField } from './ScopeField.tsx';

const dayMs = 86_400_000;
const daysToLive = [30, 90, 365] as const;

/** Creates an API key, then shows it. */
export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const created = useSignal<Schemas['CreatedKey'] | undefined>(undefined);
  if (created.value?.key !== undefined) {
    return <CreatedKeyDialog name={created.value.name ?? ''} secret={created.value.key} onClose={onClose} />;
  }
  return <KeyForm onClose={onClose} onCreated={(key) => (created.value = key)} />;
}

interface KeyFormProps {
  readonly onClose: () => void;
  readonly onCreated: (key: Schemas['CreatedKey']) => void;
}

function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const formId = useId();
  const scope = useSignal<Schemas['Scope']>('read');
  const { run, isBusy, error } = useAction(async (body: Schemas['KeyDraft']) =>
    onCreated((await bodyOf(api.POST('/api/v1/keys', { body }))).data),
  );

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const days = Number(textIn(form, 'days'));
    const expiresAt = days > 0 ? new Date(Date.now() + days * dayMs).toISOString() : null;
    void run({ name: textIn(form, 'name').trim(), scope: scope.value, expiresAt });
  }

  const actions = (
    <>
      <Button onClick={onClose}>{t('common.cancel')}</Button>
      <Button type="submit" kind="primary" form={formId} isBusy={isBusy.value}>
        {t('settings.keys.create.do')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('settings.keys.create')} onClose={onClose} actions={actions}>
      <form id={formId} class="form" onSubmit={submit}>
        <Field label={t('settings.name')} help={t('settings.keys.name.help')} error={faultOf(error.value, 'name')}>
          {(control) => <input {...control} name="name" autocomplete="off" required />}
        </Field>
        <ScopeField
          value={scope.value}
          onChange={(chosen) => (scope.value = chosen)}
          error={faultOf(error.value, 'scope')}
        />
        <ExpiryField error={faultOf(error.value, 'expiresAt')} />
        <ErrorNotice error={errorBeside(error.value, ['name', 'scope', 'expiresAt'])} />
      </form>
    </Dialog>
  );
}

function ExpiryField({ error }: { readonly error: string | undefined }) {
  return (
    <Field label={t('settings.keys.expiry')} error={error}>
      {(control) => (
        <select {...control} name="days">
          <option value="">{t('settings.keys.expiry.never')}</option>
          {daysToLive.map((days) => (
            <option key={days} value={days}>
              {t('settings.keys.expiry.days', { count: days })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CreatedKeyDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function CreatedKeyDialog({ name, secret, onClose }: CreatedKeyDialogProps) {
  const example = `curl -H "Authorization: Bearer ${secret}" ${new URL('api/v1/subscriptions', baseUrl).href}`;
  const actions = (
    <Button kind="primary" onClick={onClose}>
      {t('settings.done')}
    </Button>
  );
  return (
    <Dialog title={t('settings.keys.created', { name })} onClose={onClose} actions={actions}>
      <p>{t('settings.keys.created.once')}</p>
      <div class="settings-secret">
        <h3>{t('settings.keys.key')}</h3>
        <CopyButton label={t('settings.keys.key')} text={secret} />
      </div>
      <div class="settings-secret">
        <h3>{t('settings.keys.example')}</h3>
        <CopyButton label={t('settings.keys.example')} text={example} />
      </div>
    </Dialog>
  );
}
