// Writes where the repository lives into docs/install.md. package.json says where.
import { join } from 'node:path';
import packageDescription from '../package.json' with { type: 'json' };

/** The account and the name of the repository, such as `someone/duebook`. */
export const repository = new URL(packageDescription.repository.url).pathname.replace(/^\/|\.git$/g, '');

/** An address of the repository, of its image, or the option of a command that names it. */
const addressForm = /(github\.com\/|ghcr\.io\/|--repo )[\w.-]+\/duebook\b/g;

/** Whether a text has an address of the repository. */
export function namesRepository(text: string): boolean {
  return text.search(addressForm) !== -1;
}

/** A text with the address of package.json in place of every other address of the repository. */
export function withRepository(text: string): string {
  return text.replaceAll(addressForm, (_, before: string) =>
    // The names of images are in lower case.
    before === 'ghcr.io/' ? `${before}${repository.toLowerCase()}` : `${before}${repository}`,
  );
}

if (import.meta.main) {
  const page = join(import.meta.dir, '../docs/install.md');
  await Bun.write(page, withRepository(await Bun.file(page).text()));
}
