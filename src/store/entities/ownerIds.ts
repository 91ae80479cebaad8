import { sql } from 'drizzle-orm';
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import { owners } from '../schema/tables/owners.ts';

// SQLite's own table of the highest keys ever given. It looks after the tables that are declared so, and leaves this row to us.
const highest = sql`sqlite_sequence`;
const ofOwners = sql`name = 'owners'`;

/** The id of the next owner: one that no owner ever had, since a server remembers quotas by it. */
export const nextOwnerId = sql<number>`(select 1 + max(
  coalesce((select max(${owners.id}) from ${owners}), 0),
  coalesce((select seq from ${highest} where ${ofOwners}), 0)
))`;

/** Keeps the id of an owner who goes from being given to another. */
export function retireOwnerId(builder: BunSQLiteDatabase, id: number): void {
  builder.run(sql`insert into ${highest} (name, seq) select 'owners', 0
    where not exists (select 1 from ${highest} where ${ofOwners})`);
  builder.run(sql`update ${highest} set seq = max(seq, ${id}) where ${ofOwners}`);
}
