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
ALTER TABLE `channels` ADD `paused_until` text;--> statement-breakpoint
CREATE INDEX `channels_with_events` ON `channels` (`owner_id`) WHERE "channels"."enabled" = 1 AND json_extract("channels"."settings_json", '$.events') IS NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `is_change` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `deliveries_pending_reminders` ON `deliveries` (`channel_id`,`next_attempt_at`) WHERE "deliveries"."state" = 'pending' AND "deliveries"."is_change" = 0;--> statement-breakpoint
CREATE INDEX `deliveries_failing` ON `deliveries` (`channel_id`,`moment`) WHERE "deliveries"."attempts" > 0 AND "deliveries"."state" IN ('pending', 'failed');