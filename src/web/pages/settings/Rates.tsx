import { useSignal } from '@preact/signals';
import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { currencies, mayWrite, session } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { type Action, ErrorNotice, Loaded, useAction } from '../../components/feedback.tsx';
import { InputField, SelectField } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { formatDate } from '../../format/format.ts';
import { textIn } from '../../format/text.ts';
import { t } from '../../messages/messages.ts';
import { type RateSettings, type SetRates, storeRates } from '../../rates/settings.ts';

const usualBase = 'EUR';

/** Whether sums are also shown in one currency, and at which rates: none, those set by hand, or those of each day. */
export function Rates() {
  const base = session.value?.ratesBase;
  const stored = useResource(
    async (signal) => (base === undefined ? null : (await bodyOf(api.GET('/api/v1/rates', { signal }))).data),
    [base],
  );
  const saving = useAction(storeRates);
  return (
    <div class="settings-parts">
      <p class="muted">{t('rates.help')}</p>
      <Loaded resource={stored} lines={2}>
        {(rates) => <Choice key={`${rates?.source} ${rates?.base}`} rates={rates} saving={saving} />}
      </Loaded>
      <ErrorNotice error={saving.error.value} />
    </div>
  );
}

interface PartProps {
  /** The rates that are set; null for none. */
  readonly rates: SetRates | null;
  readonly saving: Action<[before: SetRates | null, rates: RateSettings | null]>;
}

function Choice({ rates, saving }: PartProps) {
  const choice = useSignal<'none' | SetRates['source']>(rates?.source ?? 'none');
  const mayFollow = session.value?.fetchesRates === true || rates?.source === 'ecb';
  const options = [
    { value: 'none', text: t('rates.none') },
    { value: 'manual', text: t('rates.manual') },
    ...(mayFollow ? [{ value: 'ecb', text: t('rates.ecb') } as const] : []),
  ] as const;
  const chosen = choice.value;
  if (!mayWrite.value) return <p class="muted">{t('settings.readOnly')}</p>;
  return (
    <>
      <div class="settings-actions">
        <Segmented label={t('rates.choice')} options={options} choice={choice} />
      </div>
      {!mayFollow && <p class="muted small">{t('rates.ecb.off')}</p>}
      {chosen !== 'none' && <RatesForm key={chosen} source={chosen} rates={rates} saving={saving} />}
      {chosen === 'none' && rates !== null && (
        <p class="settings-actions">
          <Button kind="primary" isBusy={saving.isBusy.value} onClick={() => void saving.run(rates, null)}>
            {t('rates.turnOff')}
          </Button>
        </p>
      )}
    </>
  );
}

interface FormProps extends PartProps {
  readonly source: SetRates['source'];
}

function RatesForm({ source, rates, saving }: FormProps) {
  const base = useSignal(rates?.base ?? usualBase);
  const known = rates?.source === source ? rates : null;
  const codes = new Set([...currencies.value, ...Object.keys(source === 'manual' ? (known?.rates ?? {}) : {})]);
  const others = Array.from(codes).filter((code) => code !== base.value);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const table = source === 'manual' && { rates: ratesIn(form, others) };
    void saving.run(rates, { base: base.value, source, ...table });
  }

  return (
    <form class="form" onSubmit={submit}>
      {source === 'ecb' && (
        <p class="muted">
          {t('rates.ecb.help')} {known && asOfText(known)}
        </p>
      )}
      <SelectField
        label={t('rates.base')}
        value={base.value}
        options={Array.from(new Set([base.value, ...currencies.value]), (value) => ({ value, text: value }))}
        onChoose={(code) => (base.value = code)}
      />
      {source === 'manual' && <RateFields key={base.value} base={base.value} codes={others} stored={known} />}
      <p class="settings-actions">
        <Button kind="primary" type="submit" isBusy={saving.isBusy.value}>
          {t('rates.save')}
        </Button>
      </p>
    </form>
  );
}

function ratesIn(form: FormData, codes: readonly string[]): SetRates['rates'] {
  const typed = codes.map((code) => [code, textIn(form, code)] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== '').map(([code, text]) => [code, Number(text)]));
}

interface RateFieldsProps {
  readonly base: string;
  readonly codes: readonly string[];
  readonly stored: SetRates | null;
}

function RateFields({ base, codes, stored }: RateFieldsProps) {
  const table = stored?.base === base ? stored.rates : {};
  return (
    <>
      <p class="muted small">{t('rates.rate.help')}</p>
      <div class="rate-fields">
        {codes.map((code) => (
          <InputField
            key={code}
            label={t('rates.rate', { base, currency: code })}
            name={code}
            type="number"
            inputMode="decimal"
            min="0"
            step="any"
            defaultValue={String(table[code] ?? '')}
          />
        ))}
      </div>
    </>
  );
}

function asOfText({ asOf }: SetRates): string {
  return asOf === null ? t('rates.ecb.waiting') : t('rates.ecb.asOf', { day: formatDate(asOf) });
}
