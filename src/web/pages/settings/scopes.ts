import type { Scope } from '../../../domain/keys/scope.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';

const texts = {
  read: 'settings.scope.read',
  write: 'settings.scope.write',
  admin: 'settings.scope.admin',
} as const satisfies Record<Scope, PlainMessageKey>;

/** What a scope allows, in words. */
export function scopeText(scope: Scope): string {
  return t(texts[scope]);
}
