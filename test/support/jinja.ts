import { afterAll } from 'bun:test';
import { pythonWith } from './python.ts';

// The functions that Home Assistant adds to the template language and the guide uses.
const renderer = `
import jinja2, json, sys
from datetime import datetime, timedelta, timezone
given = {}
environment = jinja2.Environment()
environment.globals.update(now=lambda: datetime.now(timezone.utc), timedelta=timedelta,
    states=lambda id: given.get('states', {}).get(id, 'unknown'),
    has_value=lambda id: given.get('states', {}).get(id, 'unknown') not in ('unknown', 'unavailable'),
    state_attr=lambda id, name: given.get('attributes', {}).get(id, {}).get(name))
for line in sys.stdin:
    template, given = json.loads(line)
    variables = {name: value for name, value in given.items() if name not in ('states', 'attributes')}
    print(json.dumps(environment.from_string(template).render(variables)), flush=True)`;

const python = pythonWith('jinja2');

/** Whether templates can be rendered: Python has Jinja. */
export const isRenderable = python !== undefined;

/**
 * Renders a template of Home Assistant. `given` has its variables, the `states` of entities by their id, and their
 * `attributes`.
 */
export const render = python === undefined ? () => Promise.resolve('') : startRenderer(python);

/** Starts one Python that renders all templates: one for each template would dominate the duration of the tests. */
function startRenderer(interpreter: string) {
  const child = Bun.spawn([interpreter, '-c', renderer], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' });
  afterAll(() => child.kill());
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  return async function renderNext(template: string, given: object): Promise<string> {
    await child.stdin.write(`${JSON.stringify([template, given])}\n`);
    await child.stdin.flush();
    let line = '';
    while (!line.endsWith('\n')) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the template could not be rendered: ${template}`);
      line += decoder.decode(value, { stream: true });
    }
    return JSON.parse(line) as string;
  };
}
