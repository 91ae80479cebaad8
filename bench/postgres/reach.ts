// bun bench/postgres/reach.ts: how much of src calls SQLite synchronously, directly or through other functions, and would have to
// be asynchronous over a database in another process. An estimate: it follows the calls that TypeScript resolves.
import { join, relative } from 'node:path';
import ts from 'typescript-5';

const root = join(import.meta.dir, '../..');
const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)).config as object;
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
const files = Array.from(new Bun.Glob('src/**/*.ts').scanSync(root)).filter((file) => !file.startsWith('src/web/'));
const program = ts.createProgram(
  files.map((file) => join(root, file)),
  options,
);
const checker = program.getTypeChecker();

type Callable = ts.SignatureDeclaration | ts.JSDocSignature;

/** For each function or type of a function, those that call it or stand for it. */
const callers = new Map<Callable, Set<Callable>>();
const direct = new Set<Callable>();
/** The calls in each function, with what is called. */
const calls: { readonly inside: Callable; readonly to: Callable }[] = [];

const fileOf = (node: ts.Node): string => relative(root, node.getSourceFile().fileName);
const isOwn = (node: ts.Node): boolean => fileOf(node).startsWith('src/');
const executing = new Set(['run', 'get', 'all', 'values', 'iterate', 'exec', 'transaction', 'close']);
/** Whether it executes a statement: to prepare one asks nothing of the database. */
const isSqlite = (node: Callable): boolean =>
  fileOf(node).endsWith('bun-types/sqlite.d.ts') && 'name' in node && executing.has(node.name?.getText() ?? '');

function connect(caller: Callable, callee: Callable): void {
  const known = callers.get(callee) ?? new Set();
  callers.set(callee, known.add(caller));
}

function enclosing(node: ts.Node): Callable | undefined {
  const found = ts.findAncestor(node.parent, (one) => ts.isFunctionLike(one));
  return found;
}

function visitCall(node: ts.CallExpression | ts.NewExpression): void {
  const inside = enclosing(node);
  const to = checker.getResolvedSignature(node)?.declaration;
  if (inside === undefined || to === undefined) return;
  if (isSqlite(to)) direct.add(inside);
  if (isOwn(to)) {
    connect(inside, to);
    calls.push({ inside, to });
  }
}

function signatureOf(type: ts.Type | undefined): Callable | undefined {
  return type?.getCallSignatures()[0]?.declaration;
}

/** A function as a value stands for the type of function that is expected in its place; one that a library calls is called here. */
function visitValue(node: ts.Expression): void {
  const expected = signatureOf(checker.getContextualType(node));
  const given = signatureOf(checker.getTypeAtLocation(node));
  if (given === undefined || !isOwn(given) || given === expected) return;
  if (expected !== undefined && isOwn(expected)) {
    connect(expected, given);
    return;
  }
  const inside = enclosing(node);
  if (ts.isCallExpression(node.parent) && inside !== undefined) connect(inside, given);
}

function isValue(node: ts.Node): node is ts.Expression {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return true;
  if (!ts.isIdentifier(node) || !ts.isExpression(node)) return false;
  return !ts.isCallExpression(node.parent) || node.parent.expression !== node;
}

function visit(node: ts.Node): void {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node);
  if (isValue(node)) visitValue(node);
  else if (ts.isMethodDeclaration(node) && ts.isObjectLiteralExpression(node.parent)) visitMethod(node);
  ts.forEachChild(node, visit);
}

function visitMethod(node: ts.MethodDeclaration): void {
  const type = checker.getContextualType(node.parent as ts.ObjectLiteralExpression);
  const expected = type?.getProperty(node.name.getText())?.declarations?.find((one) => ts.isMethodSignature(one));
  if (expected !== undefined && isOwn(expected)) connect(expected, node);
}

function isPromise(node: Callable): boolean {
  const signature = checker.getSignatureFromDeclaration(node as ts.SignatureDeclaration);
  return signature !== undefined && checker.typeToString(signature.getReturnType()).includes('Promise<');
}

/** Those that reach SQLite without passing one that gives a promise already. */
function reaching(): Set<Callable> {
  const reached = new Set(direct);
  for (const node of reached) {
    if (isPromise(node)) continue;
    for (const caller of callers.get(node) ?? []) reached.add(caller);
  }
  return reached;
}

for (const file of program.getSourceFiles()) if (isOwn(file)) visit(file);
const reached = reaching();
const hasBody = (node: Callable): boolean => 'body' in node && node.body !== undefined;
const room = (node: ts.Node): string =>
  fileOf(node)
    .split('/')
    .slice(1, fileOf(node).includes('/http/') ? 3 : 2)
    .join('/');

interface Count {
  readonly functions: Set<Callable>;
  readonly files: Set<string>;
  calls: number;
}
const rooms = new Map<string, Count>();
for (const node of reached) {
  if (!isOwn(node) || !hasBody(node) || isPromise(node)) continue;
  const count = rooms.get(room(node)) ?? { functions: new Set(), files: new Set(), calls: 0 };
  rooms.set(room(node), count);
  count.functions.add(node);
  count.files.add(fileOf(node));
}
for (const { inside, to } of calls) {
  const count = rooms.get(room(inside));
  if (count !== undefined && reached.has(to) && !isPromise(to)) count.calls += 1;
}
for (const [name, { functions, files: ofRoom, calls: awaited }] of Array.from(rooms).sort(([one], [other]) =>
  one.localeCompare(other),
)) {
  const all = files.filter((file) => file === `src/${name}` || file.startsWith(`src/${name}/`)).length;
  console.log(
    `${name.padEnd(22)} ${String(ofRoom.size).padStart(3)} of ${String(all).padStart(3)} files ${String(functions.size).padStart(4)} functions ${String(awaited).padStart(4)} calls`,
  );
}
if (process.argv[2] === 'files') {
  for (const [name, { files: ofRoom }] of rooms)
    if (!name.startsWith('store')) console.log(name, Array.from(ofRoom).sort().join(' '));
}
