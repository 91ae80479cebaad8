CREATE TABLE `removed_owners` (
	`owner_id` integer PRIMARY KEY NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `owners`(`id`) ON UPDATE no action ON DELETE no action
);
