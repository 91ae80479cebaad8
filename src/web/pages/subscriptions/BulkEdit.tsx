import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, DialogActions } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorNotice, ProgressNote, tell, ToastRegion, useAction } from '../../components/feedback.tsx';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { changeTags, methodOf, setCategory, setPaymentMethod, tagsOf } from '../../subscriptions/bulk.ts';
import { detailFields } from '../../subscriptions/detailFields.ts';
import type { Subscription } from '../../subscriptions/fields.ts';
import { lengthMaxOf } from './form/values.ts';
import type { Choices } from './list.ts';

/** What can be set for several subscriptions at once. */
export type BulkField = 'category' | 'tags' | 'paymentMethod';

interface BulkEditProps {
  readonly records: readonly Subscription[];
  readonly choices: Choices;
  readonly onClose: () => void;
  /** Called when it is stored for all of them. */
  readonly onDone: () => void;
}

/** Sets one field of several subscriptions. It closes when that is stored for all of them, else it shows the error. */
export function BulkEditDialog({ field, onClose, onDone, ...rest }: BulkEditProps & { readonly field: BulkField }) {
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const { run, isBusy, error } = useAction(async (change: () => Promise<void>) => {
    const work = change();
    await work.catch((reason: unknown) => {
      if (isOpen.current) throw reason;
    });
    // Closed meanwhile, the dialog cannot show an error: a toast does.
    if (!isOpen.current) return tell(work.then(onDone));
    onClose();
    onDone();
  });
  const store = (change: () => Promise<void>) => {
    if (!isBusy.peek()) void run(change);
  };
  const editor = { ...rest, onClose, onStore: store, isBusy: isBusy.value, error: error.value };
  return field === 'tags' ? <TagsDialog {...editor} /> : <TextDialog key={field} field={field} {...editor} />;
}

interface EditorProps extends Omit<BulkEditProps, 'onDone'> {
  readonly onStore: (change: () => Promise<void>) => void;
  readonly isBusy: boolean;
  /** Why the change was refused. */
  readonly error: unknown;
}

interface EditorFrameProps extends Pick<EditorProps, 'records' | 'isBusy' | 'error' | 'onClose'> {
  readonly label: string;
  readonly formId: string;
  /** Another button. */
  readonly alternative?: ComponentChildren;
  readonly children: ComponentChildren;
}

function EditorFrame({ label, records, formId, isBusy, error, alternative, children, onClose }: EditorFrameProps) {
  const actions = (
    <>
      {alternative}
      <DialogActions
        action={t('subscriptions.form.save')}
        type="submit"
        form={formId}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </>
  );
  return (
    <Dialog
      title={t('subscriptions.bulk.title', { field: label, count: records.length })}
      onClose={onClose}
      actions={actions}
    >
      {children}
      <ProgressNote />
      <ErrorNotice error={error} />
      {/* That of the page, with the undo of what was changed before the error, is behind the dialog. */}
      {error !== undefined && <ToastRegion />}
    </Dialog>
  );
}

type TextFieldName = Exclude<BulkField, 'tags'>;

/** A text of all of them: one that is used already by one click, or another one. */
function TextDialog({ field, choices, onStore, ...frame }: EditorProps & { readonly field: TextFieldName }) {
  const { records, isBusy } = frame;
  const formId = useId();
  const isCategory = field === 'category';
  const label = isCategory ? t('subscriptions.form.category') : t('subscriptions.bulk.paymentMethod');
  const known = isCategory ? choices.categories : choices.paymentMethods;

  function store(value: string) {
    onStore(() => (isCategory ? setCategory(records, value) : setPaymentMethod(records, value)));
  }

  const remove = !isCategory && records.some((record) => methodOf(record) !== null) && (
    <Button kind="quiet" isBusy={isBusy} onClick={() => onStore(() => setPaymentMethod(records, null))}>
      {t('subscriptions.payment.remove')}
    </Button>
  );
  return (
    <EditorFrame {...frame} label={label} formId={formId} alternative={remove}>
      {known.length > 0 && (
        <ul class="chips" aria-label={label}>
          {known.map((value) => (
            <li key={value}>
              <Button isBusy={isBusy} onClick={() => store(value)}>
                <bdi>{value}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextForm id={formId} field={field} onSubmit={store} />
    </EditorFrame>
  );
}

interface TextFormProps {
  readonly id: string;
  readonly field: TextFieldName;
  readonly onSubmit: (text: string) => void;
}

/** A text that is typed. */
function TextForm({ id, field, onSubmit }: TextFormProps) {
  const isCategory = field === 'category';
  const text = useSignal('');
  const error = useSignal<string | undefined>(undefined);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = text.value.trim();
    error.value =
      typed === ''
        ? t(isCategory ? 'subscriptions.form.category.error' : 'subscriptions.bulk.paymentMethod.error')
        : undefined;
    if (typed !== '') onSubmit(typed);
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      <Field
        label={isCategory ? t('subscriptions.bulk.category.other') : t('subscriptions.bulk.paymentMethod.other')}
        error={error.value}
      >
        {(control) => (
          <input
            {...control}
            name={field}
            dir="auto"
            autocomplete="off"
            maxLength={lengthMaxOf(field)}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        )}
      </Field>
    </form>
  );
}

/** The tags of all of them: a mixed box stays as it is unless it is changed. */
function TagsDialog({ choices, onStore, ...frame }: EditorProps) {
  const { records } = frame;
  const formId = useId();
  const added = useRef(new Set<string>()).current;
  const removed = useRef(new Set<string>()).current;
  const text = useSignal('');
  const label = t('subscriptions.form.tags');

  function mark(tag: string, isOn: boolean) {
    (isOn ? added : removed).add(tag);
    (isOn ? removed : added).delete(tag);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = detailFields.tags.parse(text.value);
    onStore(() => changeTags(records, { added: [...added, ...typed], removed: [...removed] }));
  }

  return (
    <EditorFrame {...frame} label={label} formId={formId}>
      <form id={formId} class="form" onSubmit={submit} noValidate>
        <Field label={t('subscriptions.bulk.tags.new')} help={t('subscriptions.form.tags.help')}>
          {(control) => (
            <input
              {...control}
              name="tags"
              dir="auto"
              autocomplete="off"
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
            />
          )}
        </Field>
        {choices.tags.length > 0 && (
          <fieldset class="subs-tags">
            <legend class="visually-hidden">{label}</legend>
            {choices.tags.map((tag) => (
              <TagBox key={tag} tag={tag} records={records} onMark={mark} />
            ))}
          </fieldset>
        )}
      </form>
    </EditorFrame>
  );
}

interface TagBoxProps {
  readonly tag: string;
  readonly records: readonly Subscription[];
  readonly onMark: (tag: string, isOn: boolean) => void;
}

/** Whether all of the selected subscriptions have a tag, some, or none. */
function TagBox({ tag, records, onMark }: TagBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const have = records.filter((record) => tagsOf(record).includes(tag)).length;
  // Once: a box that the user has changed is mixed no more.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.indeterminate = have > 0 && have < records.length;
  }, []);
  return (
    <label class="subs-tag">
      <input
        ref={box}
        type="checkbox"
        defaultChecked={have === records.length}
        onChange={(event) => onMark(tag, event.currentTarget.checked)}
      />
      <bdi>{tag}</bdi>
    </label>
  );
}
