/** The last answers to reads, so that a page shows its last data while the server is away. They last as long as the tab. */
const kept = new Map<string, { readonly body: string; readonly headers: Headers }>();

const mostKept = 100;
const neverKept = /\/api\/v1\/(session|revision)$/;

/** Keeps the answer to a read, in the place of an older one. Who is signed in, and the revision, are always asked for. */
export function keepAnswer(key: string, url: string, answer: Response): void {
  if (!answer.ok || neverKept.test(new URL(url).pathname)) return;
  const { headers } = answer;
  const note = (body: string) => {
    kept.delete(key);
    kept.set(key, { body, headers });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  answer
    .clone()
    .text()
    .then(note, () => undefined);
}

/** The last answer to a read; undefined when there was none. */
export function keptAnswer(key: string): Response | undefined {
  const found = kept.get(key);
  return found && new Response(found.body, { headers: found.headers });
}

/** Forgets all answers: nobody is signed in any more. */
export function dropKeptAnswers(): void {
  kept.clear();
}
