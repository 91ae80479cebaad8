-- Foreign keys are on while this runs, in one transaction. The new tables refer to each other by their temporary names;
-- SQLite changes the references when it renames a table. So no row is without what it refers to at any time.
CREATE TABLE `__new_api_keys` (
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
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`replaces_id`) REFERENCES `__new_api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "api_keys_scope" CHECK("scope" in ('read', 'write', 'admin')),
	CONSTRAINT "api_keys_kind" CHECK("kind" in ('key', 'session', 'service'))
);
--> statement-breakpoint
INSERT INTO `__new_api_keys` (`id`, `owner_id`, `scope`, `name`, `start`, `hash`, `created_at`, `expires_at`, `revoked_at`)
SELECT `id`, `owner_id`, `scope`, `name`, `start`, `hash`, `created_at`, `expires_at`, `revoked_at` FROM `api_keys` ORDER BY `rowid`;--> statement-breakpoint
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
	FOREIGN KEY (`actor_id`) REFERENCES `__new_api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_entries_actor_kind" CHECK("actor_kind" in ('key', 'session', 'service'))
);
--> statement-breakpoint
-- The sequence goes on behind the last entry that there ever was, also when that one is deleted.
INSERT INTO `sqlite_sequence` (`name`, `seq`)
SELECT '__new_audit_entries', `seq` FROM `sqlite_sequence` WHERE `name` = 'audit_entries';--> statement-breakpoint
INSERT INTO `__new_audit_entries`
SELECT `sequence`, `id`, `owner_id`, 'subscription', `subscription_id`, 'key', `api_key_id`, `request_id`, `action`, `metadata`, `created_at`
FROM `audit_entries` ORDER BY `sequence`;--> statement-breakpoint
DROP TABLE `audit_entries`;--> statement-breakpoint
DROP TABLE `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_api_keys` RENAME TO `api_keys`;--> statement-breakpoint
ALTER TABLE `__new_audit_entries` RENAME TO `audit_entries`;--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_replaces` ON `api_keys` (`replaces_id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_id` ON `audit_entries` (`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_owner` ON `audit_entries` (`owner_id`,`entity_type`);--> statement-breakpoint
CREATE INDEX `audit_entries_by_entity` ON `audit_entries` (`entity_id`,`entity_type`,`owner_id`);
