CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ran_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_request` ON `audit_entries` (`request_id`);