CREATE TABLE IF NOT EXISTS `credential_ends` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`hash` text NOT NULL,
	`ended_at` text NOT NULL,
	PRIMARY KEY(`kind`, `id`, `hash`),
	CONSTRAINT "credential_ends_kind" CHECK("credential_ends"."kind" in ('key', 'expiry', 'user', 'password'))
);
--> statement-breakpoint
ALTER TABLE `api_keys` ADD `code_made_by` text;--> statement-breakpoint
ALTER TABLE `sign_in_codes` ADD `made_by` text;--> statement-breakpoint
INSERT OR IGNORE INTO `credential_ends` (`kind`, `id`, `hash`, `ended_at`)
SELECT 'key', `id`, '', `revoked_at` FROM `api_keys` WHERE `kind` = 'key' AND `revoked_at` IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `credential_ends` (`kind`, `id`, `hash`, `ended_at`)
SELECT 'expiry', `id`, '', `expires_at` FROM `api_keys` WHERE `kind` = 'key' AND `expires_at` IS NOT NULL;--> statement-breakpoint
INSERT OR IGNORE INTO `credential_ends` (`kind`, `id`, `hash`, `ended_at`)
SELECT 'user', `entity_id`, '', min(`created_at`) FROM `audit_entries` WHERE `entity_type` = 'user' AND `action` = 'user.delete' GROUP BY `entity_id`;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `removed_names` (
	`owner_id` integer NOT NULL,
	`name_folded` text NOT NULL,
	PRIMARY KEY(`owner_id`, `name_folded`),
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
-- Sessions that wrote are marked, so that the trail needs neither a reference to them nor an index for it.
ALTER TABLE `api_keys` ADD `has_entries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `api_keys` SET `has_entries` = 1
WHERE `kind` = 'session' AND `id` IN (SELECT `actor_id` FROM `audit_entries` WHERE `actor_kind` = 'session' AND `actor_id` <> `entity_id`);--> statement-breakpoint
CREATE TABLE `__new_audit_entries` (
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
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_entries_actor_kind" CHECK("actor_kind" in ('key', 'session', 'service'))
);
--> statement-breakpoint
-- The sequence goes on behind the last entry that there ever was, also when that one is deleted.
INSERT INTO `sqlite_sequence` (`name`, `seq`)
SELECT '__new_audit_entries', `seq` FROM `sqlite_sequence` WHERE `name` = 'audit_entries';--> statement-breakpoint
INSERT INTO `__new_audit_entries`
SELECT `sequence`, `id`, `owner_id`, `entity_type`, `entity_id`, `actor_kind`, `actor_id`, `request_id`, `action`, `metadata`, `created_at`
FROM `audit_entries` ORDER BY `sequence`;--> statement-breakpoint
DROP TABLE `audit_entries`;--> statement-breakpoint
ALTER TABLE `__new_audit_entries` RENAME TO `audit_entries`;--> statement-breakpoint
CREATE INDEX `audit_entries_by_id` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_owner` ON `audit_entries` (`owner_id`,`entity_type`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_time` ON `audit_entries` (`owner_id`,`entity_type`,`created_at`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_entity` ON `audit_entries` (`entity_id`,`entity_type`,`owner_id`);
