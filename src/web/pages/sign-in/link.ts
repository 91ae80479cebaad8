const codeInFragment = /^#(?:code|invitation)=(.+)$/;

/** The code in the fragment of a sign-in link or an invitation, as in `…/sign-in#code=7K2M-9XQD-04ZT-HBWC`; undefined without one. */
export function codeIn(url: string): string | undefined {
  const fragment = url.slice(url.indexOf('#'));
  return decoded(codeInFragment.exec(fragment)?.[1])?.trim();
}

/** A code as the user typed or pasted it: a code, or a whole sign-in link. */
export function typedCode(text: string): string {
  return (text.includes('#') ? codeIn(text.trim()) : undefined) ?? text.trim();
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
}
