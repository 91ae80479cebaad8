import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** When a job of the service has last run to its end. A clock that has jumped ahead since then shows that by the time between. */
export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  ranAt: text('ran_at').notNull(),
});
