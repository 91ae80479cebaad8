import { currencies } from '../../api/session.ts';
import { Chips, SelectField } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { currencyWords } from '../../subscriptions/words.ts';
import { type Report, twinChoices } from './api.ts';
import { Columns } from './Columns.tsx';
import { type AmbiguousSymbol, existingOf, noSymbol, withCurrency } from './report.ts';
import { choices, choose, rows, symbols, work } from './state.ts';

/** How to read the file, where the file does not say it, and what to do with what is stored already. */
export function ReadingChoices({ report }: { readonly report: Report }) {
  const twins = rows.value.filter((row) => existingOf(row) !== undefined).length;
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
      {twins > 1 && (
        <Chips
          label={t('imports.twins')}
          name="duplicates"
          options={twinChoices.map((value) => ({ value, text: t(twinTexts[value]) }))}
          value={choices.value.twins}
          onChoose={(chosen) => choose({ twins: chosen })}
        />
      )}
    </>
  );
}

const twinTexts = {
  each: 'imports.twins.each',
  create: 'imports.keepBoth',
  skip: 'imports.skip',
  update: 'imports.update',
} as const;

/** Which currency a symbol of several currencies means. */
function SymbolField({ symbol, allowedValues, proposed }: AmbiguousSymbol) {
  const { currencyFor } = choices.value;
  const own = currencies.value.filter((one) => allowedValues?.includes(one) ?? true);
  const isProposed = proposed !== undefined && currencyFor[symbol] === proposed;
  return (
    <SelectField
      label={symbol === noSymbol ? t('imports.symbol.none') : t('imports.symbol', { symbol })}
      help={isProposed && t('imports.symbol.proposed')}
      disabled={work.value === 'importing'}
      value={currencyFor[symbol] ?? ''}
      options={[
        { value: '', text: t('imports.symbol.choose') },
        ...own.map((value) => ({ value, text: currencyWords(value) })),
      ]}
      onChoose={(code) => choose({ currencyFor: withCurrency(currencyFor, symbol, code) })}
    />
  );
}
