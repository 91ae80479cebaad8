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
	`kind` text DEFAULT 'key' NOT NULL,
	`replaces_id` text,
	`signed_in_by` text,
	`parent_key_id` text,
	`user_id` text,
	`last_used_at` text,
	`code_made_by` text,
	`has_entries` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`replaces_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "api_keys_scope" CHECK("api_keys"."scope" in ('read', 'write', 'admin')),
	CONSTRAINT "api_keys_kind" CHECK("api_keys"."kind" in ('key', 'session', 'service'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_replaces` ON `api_keys` (`replaces_id`);--> statement-breakpoint
CREATE INDEX `api_keys_by_owner` ON `api_keys` (`owner_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_keys_by_parent` ON `api_keys` (`parent_key_id`);--> statement-breakpoint
CREATE INDEX `api_keys_by_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`scope` text NOT NULL,
	PRIMARY KEY(`user_id`, `owner_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "memberships_scope" CHECK("memberships"."scope" in ('read', 'write', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `memberships_by_owner` ON `memberships` (`owner_id`);--> statement-breakpoint
CREATE TABLE `owners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`auto_renew` integer DEFAULT 0 NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`household_name` text,
	`delivery_revision` integer DEFAULT 0 NOT NULL,
	`monthly_budget` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `owners_name_unique` ON `owners` (`name`);--> statement-breakpoint
CREATE TABLE `removed_names` (
	`owner_id` integer NOT NULL,
	`name_folded` text NOT NULL,
	PRIMARY KEY(`owner_id`, `name_folded`),
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`scope` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`made_by` text,
	`is_invitation` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "sign_in_codes_scope" CHECK("sign_in_codes"."scope" in ('read', 'write', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `sign_in_codes_by_user` ON `sign_in_codes` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_codes_by_owner` ON `sign_in_codes` (`owner_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_folded` text NOT NULL,
	`password_hash` text,
	`created_at` text NOT NULL,
	`removed_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_name_folded_unique` ON `users` (`name_folded`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`request_id` text NOT NULL,
	`action` text NOT NULL,
	`metadata` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "audit_entries_actor_kind" CHECK("audit_entries"."actor_kind" in ('key', 'session', 'service'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_id` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_owner` ON `audit_entries` (`owner_id`,`entity_type`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`owner_id`,`entity_type`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_entity` ON `audit_entries` (`entity_id`,`entity_type`,`owner_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_request` ON `audit_entries` (`request_id`);--> statement-breakpoint
CREATE TABLE `installation` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ran_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`result_json` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `idempotency_keys_key` ON `idempotency_keys` (`owner_id`,`key`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `channels` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`user_id` text,
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
	`paused_until` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`owner_id`) REFERENCES `memberships`(`user_id`,`owner_id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "channels_language" CHECK("channels"."language" in ('en', 'de'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `channels_id_unique` ON `channels` (`id`);--> statement-breakpoint
CREATE INDEX `channels_by_owner` ON `channels` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `channels_with_events` ON `channels` (`owner_id`) WHERE "channels"."enabled" = 1 AND json_extract("channels"."settings_json", '$.events') IS NOT NULL;--> statement-breakpoint
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
	`is_change` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_id_unique` ON `deliveries` (`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_owner` ON `deliveries` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `deliveries_by_channel` ON `deliveries` (`channel_id`,`moment`);--> statement-breakpoint
CREATE INDEX `deliveries_by_sending` ON `deliveries` (`channel_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE "deliveries"."state" = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_pending_reminders` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE "deliveries"."state" = 'pending' AND "deliveries"."is_change" = 0;--> statement-breakpoint
CREATE INDEX `deliveries_failing` ON `deliveries` (`channel_id`,`moment`) WHERE "deliveries"."attempts" > 0 AND "deliveries"."state" IN ('pending', 'failed');--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE INDEX `deliveries_by_state` ON `deliveries` (`state`);--> statement-breakpoint
CREATE TABLE `delivery_changes` (
	`delivery_sequence` integer PRIMARY KEY NOT NULL,
	`channel_id` text NOT NULL,
	`entity_id` text NOT NULL,
	`event` text NOT NULL,
	`data_json` text,
	FOREIGN KEY (`delivery_sequence`) REFERENCES `deliveries`(`sequence`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_changes_by_entity` ON `delivery_changes` (`channel_id`,`entity_id`,`delivery_sequence`);--> statement-breakpoint
CREATE INDEX `delivery_changes_with_data` ON `delivery_changes` (`delivery_sequence`) WHERE "delivery_changes"."data_json" IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `feeds` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`user_id` text,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`category` text,
	`tag` text,
	`days_ahead` integer NOT NULL,
	`days_back` integer NOT NULL,
	`alarm_days_before` integer,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`owner_id`) REFERENCES `memberships`(`user_id`,`owner_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_id` ON `feeds` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `feeds_hash` ON `feeds` (`hash`);--> statement-breakpoint
CREATE INDEX `feeds_by_owner` ON `feeds` (`owner_id`);--> statement-breakpoint
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
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `imports_id` ON `imports` (`id`);--> statement-breakpoint
CREATE INDEX `imports_by_owner` ON `imports` (`owner_id`);--> statement-breakpoint
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
	`removed_at` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_id` ON `payments` (`id`);--> statement-breakpoint
CREATE INDEX `payments_by_day` ON `payments` (`owner_id`,`paid_on`);--> statement-breakpoint
CREATE INDEX `payments_by_subscription` ON `payments` (`subscription_id`,`owner_id`,`due_on`);--> statement-breakpoint
CREATE TABLE `rates` (
	`owner_id` integer PRIMARY KEY NOT NULL,
	`base` text NOT NULL,
	`source` text NOT NULL,
	`as_of` text,
	`rates` text,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reference_rates` (
	`as_of` text PRIMARY KEY NOT NULL,
	`rates` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reminder_progress` (
	`owner_id` integer PRIMARY KEY NOT NULL,
	`planned_until` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reminders` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`user_id` text,
	`subscription_id` text,
	`event` text NOT NULL,
	`days_before` text,
	`days_after` text,
	`at` text NOT NULL,
	`channel_ids` text,
	`enabled` integer NOT NULL,
	`active_since` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`subscription_id`) REFERENCES `subscriptions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`,`owner_id`) REFERENCES `memberships`(`user_id`,`owner_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_id_unique` ON `reminders` (`id`);--> statement-breakpoint
CREATE INDEX `reminders_by_owner` ON `reminders` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `reminders_by_subscription` ON `reminders` (`subscription_id`);--> statement-breakpoint
CREATE TABLE `restores` (
	`restored_at` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `known_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
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
	`view_json` text DEFAULT '' NOT NULL,
	`every_months` integer,
	`anchor_day` integer,
	`ends_on` text,
	`auto_renew` integer,
	`notes` text,
	`url` text,
	`payment_method` text,
	`tags` text,
	`trial_ends_on` text,
	`cancel_before` text,
	`details_folded` text,
	`term_ends_on` text,
	`term_months` integer,
	`notice_period` text,
	`keep_through` text,
	`price_steps` text,
	`amount_varies` integer,
	`earlier_prices` text,
	`revision` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE cascade,
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
CREATE INDEX `subscriptions_by_spend` ON `subscriptions` (`owner_id`,`status`,`category`,`currency`,`period`,`custom_days`,`every_months`,`amount_hundredths`);--> statement-breakpoint
CREATE INDEX `subscriptions_renewed_by_choice` ON `subscriptions` (`owner_id`,`next_payment_date`) WHERE "subscriptions"."auto_renew" = 1;--> statement-breakpoint
CREATE INDEX `subscriptions_by_end` ON `subscriptions` (`ends_on`) WHERE "subscriptions"."ends_on" is not null and "subscriptions"."status" = 'active';--> statement-breakpoint
CREATE INDEX `subscriptions_with_price_steps` ON `subscriptions` (`price_steps`) WHERE "subscriptions"."price_steps" is not null;--> statement-breakpoint
INSERT INTO `installation` (`id`) VALUES (lower(hex(randomblob(16))));
