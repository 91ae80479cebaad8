import type { Schemas } from '../../api/client.ts';
import { t } from '../../messages/messages.ts';

/** The scopes, in the order of what they allow. */
export const scopes = ['read', 'write', 'admin'] as const satisfies readonly Schemas['Scope'][];

const texts = {
  read: 'settings.scope.read',
  write: 'settings.scope.write',
  admin: 'settings.scope.admin',
} as const;

/** What a scope allows, in words. */
export function scopeText(scope: Schemas['Scope']): string {
  return t(texts[scope]);
}
