/** The scopes of a key; each includes those before it: `read` reads, `write` changes records, `admin` manages keys. */
export const scopes = ['read', 'write', 'admin'] as const;
/** One of the {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** Whether a key of one scope may do what needs another. */
export function scopeIncludes(held: Scope, needed: Scope): boolean {
  return scopes.indexOf(held) >= scopes.indexOf(needed);
}
