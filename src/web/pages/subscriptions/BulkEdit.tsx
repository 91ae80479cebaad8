import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/Button.tsx';
import { type Action, ProgressNote, tell, ToastRegion, useAction } from '../../components/feedback.tsx';
import { InputField } from '../../components/Field.tsx';
import { FormDialog } from '../../components/Form.tsx';
import { t } from '../../messages/messages.ts';
import { changeTags, methodOf, setCategory, setPaymentMethod, tagsOf } from '../../subscriptions/bulk.ts';
import { detailFields } from '../../subscriptions/detailFields.ts';
import type { Subscription } from '../../subscriptions/fields.ts';
import { lengthMaxOf } from './form/values.ts';
import type { Choices } from './list.ts';

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
  const saving = useAction(async (change: () => Promise<void>) => {
    const work = change();
    await work.catch((reason: unknown) => {
      if (isOpen.current) throw reason;
    });
    // Closed meanwhile, the dialog cannot show an error: a toast does.
    if (!isOpen.current) return tell(work.then(onDone));
    onClose();
    onDone();
  });
  const store = async (change: () => Promise<void>) => !saving.isBusy.peek() && saving.run(change);
  const editor = { ...rest, onClose, onStore: store, saving };
  return field === 'tags' ? <TagsDialog {...editor} /> : <TextDialog key={field} field={field} {...editor} />;
}

interface EditorProps extends Omit<BulkEditProps, 'onDone'> {
  readonly onStore: (change: () => Promise<void>) => Promise<unknown>;
  readonly saving: Pick<Action<never>, 'isBusy' | 'error'>;
}

interface EditorFrameProps extends Pick<EditorProps, 'records' | 'saving' | 'onClose'> {
  readonly label: string;
  readonly alternative?: ComponentChildren;
  readonly onSend: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

function EditorFrame({ label, records, saving, children, ...rest }: EditorFrameProps) {
  return (
    <FormDialog
      {...rest}
      title={t('subscriptions.bulk.title', { field: label, count: records.length })}
      action={t('subscriptions.form.save')}
      noValidate
      sending={saving}
    >
      {children}
      <ProgressNote />
      {/* That of the page, with the undo of what was changed before the error, is behind the dialog. */}
      {saving.error.value !== undefined && <ToastRegion />}
    </FormDialog>
  );
}

type TextFieldName = Exclude<BulkField, 'tags'>;

/** A text of all of them: one that is used already by one click, or another one. */
function TextDialog({ field, choices, onStore, ...frame }: EditorProps & { readonly field: TextFieldName }) {
  const { records, saving } = frame;
  const isCategory = field === 'category';
  const label = isCategory ? t('subscriptions.form.category') : t('subscriptions.bulk.paymentMethod');
  const known = isCategory ? choices.categories : choices.paymentMethods;
  const text = useSignal('');
  const isMissing = useSignal(false);
  const isBusy = saving.isBusy.value;

  function store(value: string) {
    return onStore(() => (isCategory ? setCategory(records, value) : setPaymentMethod(records, value)));
  }

  async function send() {
    const typed = text.value.trim();
    isMissing.value = typed === '';
    if (typed !== '') await store(typed);
  }

  const remove = !isCategory && records.some((record) => methodOf(record) !== null) && (
    <Button kind="quiet" isBusy={isBusy} onClick={() => onStore(() => setPaymentMethod(records, null))}>
      {t('subscriptions.payment.remove')}
    </Button>
  );
  return (
    <EditorFrame {...frame} label={label} alternative={remove} onSend={send}>
      {known.length > 0 && (
        <ul class="subs-choices" aria-label={label}>
          {known.map((value) => (
            <li key={value}>
              <Button isBusy={isBusy} onClick={() => store(value)}>
                <bdi>{value}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <OtherText field={field} text={text} isMissing={isMissing.value} />
    </EditorFrame>
  );
}

interface OtherTextProps {
  readonly field: TextFieldName;
  readonly text: Signal<string>;
  readonly isMissing: boolean;
}

function OtherText({ field, text, isMissing }: OtherTextProps) {
  const isCategory = field === 'category';
  const error = isCategory ? 'subscriptions.form.category.error' : 'subscriptions.bulk.paymentMethod.error';
  return (
    <InputField
      label={isCategory ? t('subscriptions.bulk.category.other') : t('subscriptions.bulk.paymentMethod.other')}
      error={isMissing && t(error)}
      name={field}
      dir="auto"
      autocomplete="off"
      maxLength={lengthMaxOf(field)}
      text={text}
    />
  );
}

/** The tags of all of them: a mixed box stays as it is unless it is changed. */
function TagsDialog({ choices, onStore, ...frame }: EditorProps) {
  const { records } = frame;
  const added = useRef(new Set<string>()).current;
  const removed = useRef(new Set<string>()).current;
  const text = useSignal('');
  const label = t('subscriptions.form.tags');

  function mark(tag: string, isOn: boolean) {
    (isOn ? added : removed).add(tag);
    (isOn ? removed : added).delete(tag);
  }

  function send() {
    const typed = detailFields.tags.parse(text.value);
    return onStore(() => changeTags(records, { added: [...added, ...typed], removed: [...removed] }));
  }

  return (
    <EditorFrame {...frame} label={label} onSend={send}>
      <InputField
        label={t('subscriptions.bulk.tags.new')}
        help={t('subscriptions.form.tags.help')}
        name="tags"
        dir="auto"
        autocomplete="off"
        text={text}
      />
      {choices.tags.length > 0 && (
        <fieldset class="subs-tags">
          <legend class="visually-hidden">{label}</legend>
          {choices.tags.map((tag) => (
            <TagBox key={tag} tag={tag} records={records} onMark={mark} />
          ))}
        </fieldset>
      )}
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
