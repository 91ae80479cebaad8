CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` integer NOT NULL,
	`scope` text NOT NULL,
	`name` text,
	`start` text NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text,
	`revoked_at` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "api_keys_scope" CHECK("api_keys"."scope" in ('read', 'write'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`api_key_id` text NOT NULL,
	`request_id` text NOT NULL,
	`action` text NOT NULL,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`api_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `audit_entries_by_owner` ON `audit_entries` (`owner_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_subscription` ON `audit_entries` (`subscription_id`,`owner_id`);--> statement-breakpoint
CREATE TABLE `owners` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `owners_name_unique` ON `owners` (`name`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`name_normalised` text NOT NULL,
	`category` text NOT NULL,
	`amount_hundredths` integer NOT NULL,
	`currency` text NOT NULL,
	`period` text NOT NULL,
	`custom_days` integer,
	`last_payment_date` text NOT NULL,
	`next_payment_date` text NOT NULL,
	`notification_enabled` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_amount" CHECK("subscriptions"."amount_hundredths" between 0 and 99999999),
	CONSTRAINT "subscriptions_custom_days" CHECK(("subscriptions"."period" = 'custom') = ("subscriptions"."custom_days" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_id` ON `subscriptions` (`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_creation` ON `subscriptions` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_renewal` ON `subscriptions` (`owner_id`,`next_payment_date`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_amount` ON `subscriptions` (`owner_id`,`amount_hundredths`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_name` ON `subscriptions` (`owner_id`,`name_folded`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_normalised_name` ON `subscriptions` (`owner_id`,`name_normalised`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_spend` ON `subscriptions` (`owner_id`,`status`,`category`,`currency`,`period`,`custom_days`,`amount_hundredths`);