import { Glob } from 'bun';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-5';
import { temporaryDirectory } from './temporaryDirectory.ts';

/** A copy of the program in which each function records its file, on any thread. */
export interface TracedSource {
  /** The file to run. */
  readonly main: string;
  /** Returns the files of `src` with a function that has run since the last call. */
  readonly takeFiles: () => readonly string[];
}

/** Copies the repository at `root` with its dependencies, and instruments it. */
export function traceSource(root: string): TracedSource {
  const copy = temporaryDirectory();
  const trace = join(copy, 'trace');
  writeFileSync(trace, '');
  for (const name of ['node_modules', 'package.json', 'tsconfig.json']) symlinkSync(join(root, name), join(copy, name));
  cpSync(join(root, 'drizzle'), join(copy, 'drizzle'), { recursive: true });
  for (const file of new Glob('src/**/*').scanSync(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), file.endsWith('.ts') ? withNotes(file, text, trace) : text);
  }
  let seen = 0;
  return {
    main: join(copy, 'src/main.ts'),
    takeFiles() {
      const lines = readFileSync(trace, 'utf8').split('\n').filter(Boolean);
      const fresh = lines.slice(seen);
      seen = lines.length;
      return Array.from(new Set(fresh)).sort();
    },
  };
}

/** The source of a file with a record at the start of each function. */
function withNotes(file: string, text: string, trace: string): string {
  if (file.endsWith('.d.ts')) return text;
  const note = `noteThatItRuns()`;
  const inserted: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Node;
      if (ts.isBlock(body)) inserted.push({ at: body.getStart() + 1, text: `${note};` });
      else inserted.push({ at: body.getStart(), text: `(${note}, ` }, { at: body.getEnd(), text: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  // Of two insertions at one place, that of the outer function comes first.
  const parts = inserted.map((part, order) => ({ ...part, order })).sort((a, b) => b.at - a.at || b.order - a.order);
  const noted = parts.reduce((source, { at, text: note_ }) => source.slice(0, at) + note_ + source.slice(at), text);
  const line = JSON.stringify(`${file}\n`);
  return `${noted}\nimport { appendFileSync as appendNote } from 'node:fs';\nfunction noteThatItRuns() { appendNote(${JSON.stringify(trace)}, ${line}); }\n`;
}
