import { currencies } from '../../api/session.ts';
import { Chips, Field, Select } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { currencyWords } from '../../subscriptions/words.ts';
import { duplicateChoices, type Report } from './api.ts';
import { Columns } from './Columns.tsx';
import { type AmbiguousSymbol, noSymbol, withCurrency } from './report.ts';
import { choices, choose, rows, symbols, work } from './state.ts';

/** How to read the file, where the file does not say it, and what to do with what is stored already. */
export function ReadingChoices({ report }: { readonly report: Report }) {
  const hasDuplicates = rows.value.some(({ duplicateOf }) => duplicateOf !== undefined);
  return (
    <>
      {report.columns && <Columns columns={report.columns} />}
      {symbols.value.length > 0 && (
        <div class="import-fields">
          {symbols.value.map((one) => (
            <SymbolField key={one.symbol} {...one} />
          ))}
        </div>
      )}
      {hasDuplicates && (
        <Chips
          label={t('imports.duplicates')}
          name="duplicates"
          options={duplicateChoices.map((value) => ({ value, text: t(duplicateTexts[value]) }))}
          value={choices.value.onDuplicate}
          onChoose={(onDuplicate) => choose({ onDuplicate })}
        />
      )}
    </>
  );
}

const duplicateTexts = {
  skip: 'imports.duplicates.skip',
  create: 'imports.duplicates.create',
  update: 'imports.duplicates.update',
} as const;

/** Which currency a symbol of several currencies means. */
function SymbolField({ symbol, currencies: possible }: AmbiguousSymbol) {
  const { currencyFor } = choices.value;
  const own = currencies.value.filter((one) => possible.length === 0 || possible.includes(one));
  return (
    <Field label={symbol === noSymbol ? t('imports.symbol.none') : t('imports.symbol', { symbol })}>
      {(control) => (
        <Select
          {...control}
          disabled={work.value === 'importing'}
          value={currencyFor[symbol] ?? ''}
          options={[
            { value: '', text: t('imports.symbol.choose') },
            ...own.map((value) => ({ value: value as string, text: currencyWords(value) })),
          ]}
          onChoose={(code) => choose({ currencyFor: withCurrency(currencyFor, symbol, code) })}
        />
      )}
    </Field>
  );
}
