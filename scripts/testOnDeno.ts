// Runs tests of the executable against the program on Deno: `bun scripts/testOnDeno.ts`, after `bun run build`. What Deno does in
// another way, which docs/install.md says, is in files that are not listed here.
import { deno } from '../test/support/deno.ts';

const files = [
  'backup',
  'changes',
  'contractAnswers',
  'damagedDatabase',
  'dashboards',
  'firstStart',
  'idempotency',
  'importColumns',
  'imports',
  'keys',
  'linkedFiles',
  'mcp.test',
  'proxy.test',
  'refusals',
  'reminders',
  'replacedDatabase',
  'signInLink',
  'typedClient',
];

if (deno === null) {
  console.error('No test ran on Deno: it is not installed. Install it with "npm install --global deno@2.9.6".');
  process.exit(Bun.env['TOOLS_REQUIRED'] === '1' ? 1 : 0);
}
const words = [
  'test',
  '--timeout',
  '60000',
  '--parallel=2',
  '--no-isolate',
  ...files.map((file) => `test/e2e/${file}`),
];
const tests = Bun.spawn([process.execPath, ...words], {
  env: { ...process.env, RUNTIME: 'deno' },
  stdio: ['inherit', 'inherit', 'inherit'],
});
process.exit(await tests.exited);
