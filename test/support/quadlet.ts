import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Quadlet makes of the keys of a `[Container]` for `podman run`. */
const options: Readonly<Record<string, (value: string) => readonly string[]>> = {
  ContainerName: (name) => ['--name', name],
  PublishPort: (port) => ['--publish', port],
  Volume: (volume) => ['--volume', volume],
  Environment: (variable) => ['--env', variable],
  ReadOnly: () => ['--read-only'],
  DropCapability: (capability) => ['--cap-drop', capability],
  NoNewPrivileges: () => ['--security-opt', 'no-new-privileges'],
  PodmanArgs: (words) => words.split(' '),
};

/** The keys of a section of a unit with their values, in their order. */
function sectionOf(unit: string, section: string): (readonly [key: string, value: string])[] {
  const [, body = ''] = new RegExp(`^\\[${section}\\]\n((?:(?!\\[).*\n)*)`, 'm').exec(unit) ?? [];
  return Array.from(body.matchAll(/^(\w+)=(.*)$/gm), ([, key = '', value = '']) => [key, value] as const);
}

/** The Quadlet unit: its image, and the options with which `podman run` starts it. */
export function quadletUnit() {
  const unit = readFileSync(join(import.meta.dir, '../../contrib/podman/duebook.container'), 'utf8');
  const container = sectionOf(unit, 'Container');
  const image = container.find(([key]) => key === 'Image')?.[1] ?? '';
  const words = container
    .filter(([key]) => key !== 'Image')
    .flatMap(([key, value]) => {
      const option = options[key];
      if (option === undefined) throw new Error(`Podman 4.4 does not know ${key}`);
      return option(value);
    });
  return { image, words, installed: sectionOf(unit, 'Install') };
}
