import { scopes, type Scope } from '../../../domain/keys/scope.ts';
import { Field } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { scopeText } from './scopes.ts';

interface ScopeFieldProps {
  readonly value: Scope;
  readonly onChange: (scope: Scope) => void;
  readonly error?: string | undefined;
}

/** Chooses what a person or a key may do. */
export function ScopeField({ value, onChange, error }: ScopeFieldProps) {
  return (
    <Field label={t('settings.scope')} help={t('settings.scope.help')} error={error}>
      {(control) => (
        <select
          {...control}
          name="scope"
          value={value}
          onChange={({ currentTarget }) => onChange(scopes.find((one) => one === currentTarget.value) ?? value)}
        >
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {scopeText(scope)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
