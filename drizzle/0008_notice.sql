ALTER TABLE `subscriptions` ADD `term_ends_on` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `term_months` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `notice_period` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `keep_through` text;