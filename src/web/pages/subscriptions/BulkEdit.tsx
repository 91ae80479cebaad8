import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, DialogActions } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { tell } from '../../components/feedback.tsx';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { changeTags, setCategory, setPaymentMethod, tagsOf } from '../../subscriptions/bulk.ts';
import { detailFields, type Subscription } from '../../subscriptions/fields.ts';
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

/** Sets one field of several subscriptions. */
export function BulkEditDialog({ field, onClose, onDone, ...rest }: BulkEditProps & { readonly field: BulkField }) {
  // A toast would be behind the dialog.
  function store(work: Promise<boolean>) {
    onClose();
    void tell(work.then((isDone) => isDone && onDone()));
  }

  if (field === 'tags') return <TagsDialog {...rest} onClose={onClose} onStore={store} />;
  return <TextDialog key={field} field={field} {...rest} onClose={onClose} onStore={store} />;
}

interface EditorProps extends Omit<BulkEditProps, 'onDone'> {
  readonly onStore: (work: Promise<boolean>) => void;
}

type TextFieldName = Exclude<BulkField, 'tags'>;

/** A text of all of them: one that is used already by one click, or another one. */
function TextDialog({ field, records, choices, onClose, onStore }: EditorProps & { readonly field: TextFieldName }) {
  const formId = useId();
  const isCategory = field === 'category';
  const label = isCategory ? t('subscriptions.form.category') : t('subscriptions.bulk.paymentMethod');
  const known = isCategory ? choices.categories : choices.paymentMethods;

  function store(value: string) {
    if (isCategory) return onStore(setCategory(records, value));
    onStore(setPaymentMethod(records, value === '' ? null : value));
  }

  const actions = (
    <DialogActions action={t('subscriptions.form.save')} type="submit" form={formId} onCancel={onClose} />
  );
  return (
    <Dialog
      title={t('subscriptions.bulk.title', { field: label, count: records.length })}
      onClose={onClose}
      actions={actions}
    >
      {known.length > 0 && (
        <ul class="chips" aria-label={label}>
          {known.map((value) => (
            <li key={value}>
              <Button onClick={() => store(value)}>
                <bdi>{value}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextForm id={formId} field={field} onSubmit={store} />
    </Dialog>
  );
}

interface TextFormProps {
  readonly id: string;
  readonly field: TextFieldName;
  readonly onSubmit: (text: string) => void;
}

/** A text that is typed. The category must have one. */
function TextForm({ id, field, onSubmit }: TextFormProps) {
  const isCategory = field === 'category';
  const text = useSignal('');
  const error = useSignal<string | undefined>(undefined);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const typed = text.value.trim();
    if (isCategory && typed === '') error.value = t('subscriptions.form.category.error');
    else onSubmit(typed);
  }

  return (
    <form id={id} onSubmit={submit} noValidate>
      <Field
        label={isCategory ? t('subscriptions.bulk.category.other') : t('subscriptions.bulk.paymentMethod.other')}
        help={isCategory ? undefined : t('subscriptions.bulk.paymentMethod.help')}
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
function TagsDialog({ records, choices, onClose, onStore }: EditorProps) {
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
    onStore(changeTags(records, { added: [...added, ...typed], removed: [...removed] }));
  }

  const actions = (
    <DialogActions action={t('subscriptions.form.save')} type="submit" form={formId} onCancel={onClose} />
  );
  return (
    <Dialog
      title={t('subscriptions.bulk.title', { field: label, count: records.length })}
      onClose={onClose}
      actions={actions}
    >
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
    </Dialog>
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
