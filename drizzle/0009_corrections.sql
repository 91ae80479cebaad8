ALTER TABLE `payments` ADD `removed_at` text;--> statement-breakpoint
CREATE INDEX `payments_by_id` ON `payments` (`id`);