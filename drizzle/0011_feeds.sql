CREATE TABLE `feeds` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`category` text,
	`tag` text,
	`days_ahead` integer NOT NULL,
	`days_back` integer NOT NULL,
	`alarm_days_before` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_id` ON `feeds` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_hash` ON `feeds` (`hash`);--> statement-breakpoint
CREATE INDEX `feeds_by_owner` ON `feeds` (`owner_id`);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `revision` integer DEFAULT 0 NOT NULL;