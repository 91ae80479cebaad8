CREATE TABLE `deliveries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`channel_id` text NOT NULL,
	`moment` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_status` integer,
	`last_error` text,
	`next_attempt_at` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_owner` ON `deliveries` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `deliveries_by_channel` ON `deliveries` (`channel_id`,`moment`);--> statement-breakpoint
CREATE INDEX `deliveries_by_sending` ON `deliveries` (`channel_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_by_state` ON `deliveries` (`state`);--> statement-breakpoint
CREATE TABLE `delivery_items` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delivery_sequence` integer NOT NULL,
	`rule_id` text NOT NULL,
	`subscription_id` text NOT NULL,
	`event` text NOT NULL,
	`due_on` text NOT NULL,
	`days` integer NOT NULL,
	`channel_id` text NOT NULL,
	`is_left_out` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`delivery_sequence`) REFERENCES `deliveries`(`sequence`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_items_once` ON `delivery_items` (`rule_id`,`subscription_id`,`event`,`due_on`,`days`,`channel_id`);--> statement-breakpoint
CREATE INDEX `delivery_items_by_delivery` ON `delivery_items` (`delivery_sequence`);--> statement-breakpoint
CREATE TABLE `reminder_progress` (
	`owner_id` integer PRIMARY KEY NOT NULL,
	`planned_until` text NOT NULL,
	`planned_before_jump` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`subscription_id` text,
	`event` text NOT NULL,
	`days_before` text,
	`days_after` text,
	`at` text NOT NULL,
	`channel_ids` text,
	`enabled` integer NOT NULL,
	`active_since` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_id_unique` ON `reminders` (`id`);--> statement-breakpoint
CREATE INDEX `reminders_by_owner` ON `reminders` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `reminders_by_subscription` ON `reminders` (`subscription_id`);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `restores` (
	`restored_at` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE `owners` ADD `delivery_revision` integer DEFAULT 0 NOT NULL;
