// Writes where the repository lives, and the version, into the files that name them; package.json says both. Once it names an
// account, there is a release: the README then begins with its image.
import { join } from 'node:path';
import packageDescription from '../package.json' with { type: 'json' };

/** The account and the name of the repository, such as `someone/duebook`. */
export const repository = new URL(packageDescription.repository.url).pathname.replace(/^\/|\.git$/g, '');

/** The files that name the repository, or will. */
export const addressedFiles = [
  'Dockerfile',
  'README.md',
  'contrib/casaos/docker-compose.yml',
  'contrib/home-assistant/duebook/Dockerfile',
  'contrib/home-assistant/duebook/config.yaml',
  'contrib/unraid/duebook.xml',
  'docs/install.md',
];

/** An address of the repository, of its image, or the option of a command that names it. */
const addressForm = /((?:github|githubusercontent)\.com\/|ghcr\.io\/|--repo )[\w.-]+\/duebook\b/g;

/** The version in the name of a file or an image, in a label, as a value, and at the beginning of a line. */
const versionForm = /(\bduebook[-:]|image\.version=|^ *version: '?|^Version )\d+\.\d+\.\d+/gm;

/** Whether a text has an address of the repository. */
export function namesRepository(text: string): boolean {
  return text.search(addressForm) !== -1;
}

// Texts between `<!-- name -->` and `<!-- /name -->`, before the first release and from then on.
const passages: Readonly<Record<string, readonly [before: string, since: string]>> = {
  docker: [
    `

**With Docker.** The second command prints a link to sign in:

\`\`\`console
docker compose up --detach --build --wait
docker compose exec duebook duebook sign-in
\`\`\`

The port is open on this machine only. To reach Duebook from other devices at home, change the \`ports\` line of [compose.yaml](compose.yaml):
a comment there shows how. [Install on a NAS](docs/nas.md) shows each step. `,
    `

**With Docker or Podman.** The second command prints a link to sign in:

\`\`\`console
docker run --detach --name duebook --publish 127.0.0.1:8383:8383 --volume duebook:/data IMAGE
docker exec duebook duebook sign-in
\`\`\`

The port is open on this machine only. To reach Duebook from other devices at home, write \`8383:8383\`. There is a [compose.yaml](compose.yaml),
too, which also builds the image. [Install on a NAS](docs/nas.md) shows each step. `,
  ],
  release: [
    ` There is no release yet: use Docker or the sources. \`OWNER\` stands for
the account that will publish the first release. `,
    ' ',
  ],
};

/** A text with the given address and version in place of every other one. */
export function withRepository(text: string, address = repository, version = packageDescription.version): string {
  const isReleased = !address.startsWith('OWNER/');
  // The names of images are in lower case.
  const image = `ghcr.io/${address.toLowerCase()}`;
  const chosen = Object.entries(passages).reduce(
    (before, [name, [unreleased, released]]) =>
      before.replace(
        new RegExp(`(<!-- ${name} -->)[^]*(<!-- /${name} -->)`),
        (_, start: string, end: string) =>
          `${start}${isReleased ? released.replace('IMAGE', `${image}:${version}`) : unreleased}${end}`,
      ),
    text,
  );
  return chosen
    .replaceAll(addressForm, (_, before: string) => (before === 'ghcr.io/' ? image : `${before}${address}`))
    .replaceAll(/\bio\.github\.[\w-]+\.duebook\b/g, `io.github.${address.toLowerCase().replace('/', '.')}`)
    .replaceAll(versionForm, (_, before: string) => `${before}${version}`);
}

if (import.meta.main) {
  for (const name of addressedFiles) {
    const file = join(import.meta.dir, '..', name);
    await Bun.write(file, withRepository(await Bun.file(file).text()));
  }
}
