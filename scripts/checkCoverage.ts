// Reads what `bun test --coverage` has left and fails when too few lines of src/ were run. A file that no test loads is
// missing from the report; here all its lines count as not run. The dashboard (src/web) does not count: most of it runs in a
// browser, which this report does not see.
import { Glob } from 'bun';

const linesRunShareMin = 0.95;

interface Coverage {
  readonly file: string;
  readonly linesFound: number;
  readonly linesRun: number;
}

const report = await Bun.file('coverage/lcov.info').text();
const reported = report.split('end_of_record').flatMap((record): Coverage[] => {
  const file = /^SF:(.+)$/m.exec(record)?.[1];
  if (file === undefined) return [];
  return [{ file, linesFound: numberAfter('LF', record), linesRun: numberAfter('LH', record) }];
});

const ofSource: Coverage[] = [];
for await (const file of new Glob('src/**/*.ts').scan()) {
  if (file.endsWith('.d.ts') || file.startsWith('src/web/')) continue;
  const known = reported.find((coverage) => coverage.file === file);
  // Without the attribute, a macro is not looked for beside this script.
  const source = (await Bun.file(file).text()).replaceAll("with { type: 'macro' }", '');
  const code = new Bun.Transpiler({ loader: 'ts' }).transformSync(source).trim();
  const linesFound = code === '' || code === 'export {};' ? 0 : code.split('\n').length;
  ofSource.push(known ?? { file, linesFound, linesRun: 0 });
}

const linesFound = ofSource.reduce((sum, coverage) => sum + coverage.linesFound, 0);
const linesRun = ofSource.reduce((sum, coverage) => sum + coverage.linesRun, 0);
const share = linesRun / linesFound;
console.log(`${linesRun} of ${linesFound} lines of src/ without src/web were run: ${(share * 100).toFixed(2)} %`);
if (!(share >= linesRunShareMin)) {
  for (const { file, ...lines } of ofSource.filter(
    (coverage) => coverage.linesRun / coverage.linesFound < linesRunShareMin,
  )) {
    console.error(`${file}: ${lines.linesRun} of ${lines.linesFound}`);
  }
  console.error(`at least ${linesRunShareMin * 100} % are required`);
  process.exit(1);
}

function numberAfter(name: string, record: string): number {
  return Number(new RegExp(`^${name}:(\\d+)$`, 'm').exec(record)?.[1] ?? 0);
}
