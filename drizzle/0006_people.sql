CREATE TABLE `known_hosts` (
	`host` text PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `memberships` (
	`user_id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`scope` text NOT NULL,
	PRIMARY KEY(`user_id`, `owner_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "memberships_scope" CHECK("memberships"."scope" in ('read', 'write', 'admin'))
);
--> statement-breakpoint
CREATE INDEX `memberships_by_owner` ON `memberships` (`owner_id`);--> statement-breakpoint
CREATE TABLE `sign_in_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`owner_id` integer NOT NULL,
	`scope` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
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
ALTER TABLE `api_keys` ADD `signed_in_by` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `parent_key_id` text REFERENCES api_keys(id);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `user_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` text;--> statement-breakpoint
CREATE INDEX `api_keys_by_owner` ON `api_keys` (`owner_id`,`kind`,`created_at`);--> statement-breakpoint
CREATE INDEX `api_keys_by_parent` ON `api_keys` (`parent_key_id`);--> statement-breakpoint
CREATE INDEX `api_keys_by_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_actor` ON `audit_entries` (`actor_id`);