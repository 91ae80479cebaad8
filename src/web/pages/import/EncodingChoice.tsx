import { encodingNames, olderEncodings } from '../../../modules/imports/rules/files/encodings.ts';
import { RequestRefused } from '../../api/answers.ts';
import { SelectField } from '../../components/Field.tsx';
import { kept } from '../../format/intl.ts';
import { t, wordLocale } from '../../messages/messages.ts';
import { choices, choose, failure, report, work } from './state.ts';

/** In which encoding the file was read, where its bytes left that open, and another one instead. */
export function EncodingChoice() {
  const { encoding = '' } = choices.value;
  const made = report.value;
  const isGuessed = made?.remarks?.some(({ code }) => code === 'encodingGuessed') === true;
  const { value: error } = failure;
  // The file has bytes which its encoding does not have.
  const isUndecodable = error instanceof RequestRefused && error.problem.reason?.code === 'undecodable';
  if (encoding === '' && !isGuessed && !isUndecodable) return null;
  const readAs = encoding === '' && made !== undefined ? t('imports.encoding.guessed', made) : undefined;
  return (
    <div class="import-fields">
      <SelectField
        label={t('imports.encoding')}
        help={readAs}
        disabled={work.value === 'importing'}
        value={encoding}
        options={[
          { value: '', text: t('imports.encoding.detect') },
          ...encodingNames.map((value) => ({ value, text: encodingWords(value, wordLocale.value) })),
        ]}
        // In another encoding, columns have other headers.
        onChoose={(value) => choose({ encoding: value === '' ? undefined : value, mapping: {} })}
      />
    </div>
  );
}

const languageNames = kept((tag) => new Intl.DisplayNames(tag, { type: 'language' }));

/** The name of an encoding with languages that are written with it: `windows-1250 (Polish, Czech, Slovak …)`. */
function encodingWords(name: string, tag: string): string {
  const shownMax = 3;
  const languages = olderEncodings.find((one) => one.name === name)?.languages ?? [];
  const names = languages.slice(0, shownMax).map((language) => languageNames(tag).of(language) ?? language);
  if (names.length === 0) return name;
  return `${name} (${names.join(', ')}${languages.length > shownMax ? ' …' : ''})`;
}
