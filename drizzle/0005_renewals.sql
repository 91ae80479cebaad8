CREATE TABLE `payments` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`due_on` text NOT NULL,
	`paid_on` text NOT NULL,
	`amount_hundredths` integer NOT NULL,
	`currency` text NOT NULL,
	`source` text NOT NULL,
	`audit_entry_id` text NOT NULL,
	`reverted_at` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`owner_id`,`paid_on`);--> statement-breakpoint
CREATE INDEX `payments_by_subscription` ON `payments` (`subscription_id`,`owner_id`,`due_on`);--> statement-breakpoint
DROP INDEX `subscriptions_by_spend`;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `every_months` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `anchor_day` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `ends_on` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `auto_renew` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `notes` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `url` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `payment_method` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trial_ends_on` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `cancel_before` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `details_folded` text;--> statement-breakpoint
CREATE INDEX `subscriptions_renewed_by_choice` ON `subscriptions` (`owner_id`,`next_payment_date`) WHERE "subscriptions"."auto_renew" = 1;--> statement-breakpoint
CREATE INDEX `subscriptions_by_end` ON `subscriptions` (`ends_on`) WHERE "subscriptions"."ends_on" is not null and "subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX `subscriptions_by_spend` ON `subscriptions` (`owner_id`,`status`,`category`,`currency`,`period`,`custom_days`,`every_months`,`amount_hundredths`);--> statement-breakpoint
ALTER TABLE `owners` ADD `auto_renew` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `owners` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`owner_id`,`entity_type`,`created_at`);