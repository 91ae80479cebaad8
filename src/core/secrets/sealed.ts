/** Secrets or other texts, by name. */
export type Texts = Readonly<Record<string, string>>;

/** Secrets as they are stored, by name: encrypted, or null for one that was lost. */
export type SealedSecrets = Readonly<Record<string, string | null>>;

/** An encrypted secret: the id of its key, a dot, and what the key has encrypted, in Base64. */
export function sealedWith(keyId: string, sealed: string): string {
  return `${keyId}.${sealed}`;
}

/** Whether a key has encrypted a secret. */
export function isSealedWith(secret: string, keyId: string): boolean {
  return secret.startsWith(`${keyId}.`);
}
