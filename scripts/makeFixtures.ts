// After a new migration: makes the database of each schema version that has none yet, for the test that upgrades them.
// Those that are there stay as they are, and so does what clients see of them.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientViewOf, clientViewPath, fixturePath, makeFixture, schemaVersions } from '../test/support/fixtures.ts';

for (const version of schemaVersions.filter((number) => !existsSync(fixturePath(number)))) {
  const scratch = mkdtempSync(join(tmpdir(), 'duebook-fixture-'));
  makeFixture(version, scratch);
  if (!existsSync(clientViewPath)) {
    writeFileSync(clientViewPath, `${JSON.stringify(await clientViewOf(scratch), null, 2)}\n`);
  }
  rmSync(scratch, { recursive: true });
  console.log(`made ${fixturePath(version)}`);
}
