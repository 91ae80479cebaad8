// After a new migration: makes the database of the present schema version, for the test that upgrades each of them.
// What is there already stays as it is: older databases, and what clients see of all of them.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaVersion } from '../src/store/schema/migrations.ts';
import { clientViewOf, clientViewPath, fixturePath, makeFixture } from '../test/support/fixtures.ts';

if (!existsSync(fixturePath(schemaVersion))) {
  const scratch = mkdtempSync(join(tmpdir(), 'duebook-fixture-'));
  makeFixture(scratch);
  if (!existsSync(clientViewPath)) {
    writeFileSync(clientViewPath, `${JSON.stringify(await clientViewOf(scratch), null, 2)}\n`);
  }
  rmSync(scratch, { recursive: true });
  console.log(`made ${fixturePath(schemaVersion)}`);
}
