CREATE TABLE `imports` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`at` text NOT NULL,
	`format` text NOT NULL,
	`rows` integer NOT NULL,
	`created` integer NOT NULL,
	`updated` integer NOT NULL,
	`entries_after` integer NOT NULL,
	`entries_until` integer NOT NULL,
	`updated_ids` text NOT NULL,
	`reverted_at` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imports_id` ON `imports` (`id`);--> statement-breakpoint
CREATE INDEX `imports_by_owner` ON `imports` (`owner_id`);