CREATE TABLE `channels` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`enabled` integer NOT NULL,
	`language` text NOT NULL,
	`origin` text,
	`settings_json` text NOT NULL,
	`secrets_json` text NOT NULL,
	`unreadable_json` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "channels_language" CHECK("channels"."language" in ('en', 'de'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_id_unique` ON `channels` (`id`);--> statement-breakpoint
CREATE INDEX `channels_by_owner` ON `channels` (`owner_id`,`sequence`);