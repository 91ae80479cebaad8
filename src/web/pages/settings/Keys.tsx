import { useSignal } from '@preact/signals';
import { KeyRound } from 'lucide';
import { allFaults, api, bodyOf, type Schemas } from '../../api/client.ts';
import { baseUrl } from '../../api/storage.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/content.tsx';
import { ConfirmDialog, Dialog, type OpenDialog, useDialog } from '../../components/Dialog.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { textIn } from '../../format/text.ts';
import { Field, InputField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { Rows } from '../../components/Rows.tsx';
import { formatTime } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { type Entry, scopeIn, sortKeys } from './entries.ts';
import { DoneButton, endText, lastUseText, revoke, Secret, ScopeField, scopeText, useEntries } from './parts.tsx';

const dayMs = 86_400_000;
const daysToLive = [30, 90, 365] as const;

export function Keys() {
  const entries = useEntries();
  const { open, dialog } = useDialog();
  return (
    <div class="settings-parts">
      <p class="muted">{t('settings.keys.help')}</p>
      <Loaded resource={entries}>
        {(all) => {
          const { keys } = sortKeys(all, Date.now());
          if (keys.length === 0) return <EmptyState text={t('settings.keys.none')} />;
          return (
            <Rows label={t('settings.keys')} items={keys}>
              {(entry) => <KeyRow entry={entry} open={open} />}
            </Rows>
          );
        }}
      </Loaded>
      <p>
        <Button icon={KeyRound} onClick={() => open((close) => <CreateKeyDialog onClose={close} />)}>
          {t('settings.keys.create')}
        </Button>
      </p>
      <EndedKeys entries={sortKeys(entries.data.value ?? [], Date.now()).endedKeys} />
      {dialog}
    </div>
  );
}

function KeyRow({ entry, open }: { readonly entry: Entry; readonly open: OpenDialog }) {
  const { scope, start, expiresAt } = entry;
  const name = nameOf(entry);
  return (
    <>
      <div>
        <p class="settings-name">{name}</p>
        <p class="muted">
          {scopeText(scope)} · <code>{start}…</code>
        </p>
        <p class="muted">
          {lastUseText(entry)}
          {expiresAt !== null && ` · ${t('settings.keys.expires', { when: formatTime(expiresAt) })}`}
        </p>
      </div>
      <Button
        kind="danger"
        onClick={() => open((close) => <RevokeDialog entry={entry} onClose={close} />)}
        aria-label={t('settings.keys.revoke.name', { name })}
      >
        {t('settings.keys.revoke')}
      </Button>
    </>
  );
}

function EndedKeys({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  const label = t('settings.keys.ended', { count: entries.length });
  return (
    <details>
      <summary>{label}</summary>
      <Rows label={label} items={entries}>
        {(entry) => (
          <div>
            <p class="settings-name">{nameOf(entry)}</p>
            <p class="muted">
              {scopeText(entry.scope)} · <code>{entry.start}…</code> · {endText(entry)}
            </p>
          </div>
        )}
      </Rows>
    </details>
  );
}

function RevokeDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  const name = nameOf(entry);
  return (
    <ConfirmDialog
      title={t('settings.keys.revoke.title', { name })}
      action={t('settings.keys.revoke')}
      onConfirm={() => revoke(entry)}
      told={t('settings.keys.revoked.toast', { name })}
      onClose={onClose}
    >
      <p>{t('settings.keys.revoke.text')}</p>
    </ConfirmDialog>
  );
}

function nameOf({ name, start }: Entry): string {
  return name ?? `${start}…`;
}

function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const created = useSignal<Schemas['CreatedKey'] | undefined>(undefined);

  async function create(form: FormData) {
    const days = Number(textIn(form, 'expiresAt'));
    const expiresAt = days > 0 ? new Date(Date.now() + days * dayMs).toISOString() : null;
    const body = { name: textIn(form, 'name').trim(), scope: scopeIn(form), expiresAt };
    created.value = (await bodyOf(api.POST('/api/v1/keys', { params: { query: allFaults }, body }))).data;
  }

  if (created.value?.key !== undefined) {
    return <CreatedKeyDialog name={created.value.name ?? ''} secret={created.value.key} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('settings.keys.create')}
      action={t('settings.keys.create.do')}
      onSend={create}
      onClose={onClose}
    >
      <InputField
        label={t('subscriptions.form.name')}
        help={t('settings.keys.name.help')}
        name="name"
        autocomplete="off"
        required
      />
      <ScopeField initial="read" />
      <Field name="expiresAt" label={t('settings.keys.expiry')}>
        {(control) => (
          <select {...control}>
            <option value="">{t('settings.keys.expiry.never')}</option>
            {daysToLive.map((days) => (
              <option key={days} value={days}>
                {t('settings.keys.expiry.days', { count: days })}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FormDialog>
  );
}

interface CreatedKeyDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function CreatedKeyDialog({ name, secret, onClose }: CreatedKeyDialogProps) {
  const example = `curl -H "Authorization: Bearer ${secret}" ${new URL('api/v1/subscriptions', baseUrl).href}`;
  return (
    <Dialog title={t('settings.keys.created', { name })} onClose={onClose} actions={<DoneButton onClick={onClose} />}>
      <p>{t('settings.keys.created.once')}</p>
      <QrCode text={secret} label={t('settings.qr.key')} />
      <Secret title={t('signIn.key')} text={secret} />
      <Secret title={t('settings.keys.example')} text={example} />
    </Dialog>
  );
}
