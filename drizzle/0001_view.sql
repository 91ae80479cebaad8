ALTER TABLE `subscriptions` ADD `view_json` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `subscriptions` SET `view_json` =
	rtrim(json_object(
		'id', `id`, 'name', `name`, 'category', `category`,
		'amount', json(CASE
			WHEN `amount_hundredths` % 100 = 0 THEN `amount_hundredths` / 100
			ELSE rtrim(format('%d.%02d', `amount_hundredths` / 100, `amount_hundredths` % 100), '0')
		END),
		'currency', `currency`, 'period', `period`
	), '}')
	|| iif(`period` = 'custom', ',"customDate":"' || `custom_days` || '"', '') || ','
	|| ltrim(json_object(
		'lastPaymentDate', `last_payment_date`, 'nextPaymentDate', `next_payment_date`,
		'notificationEnabled', json(iif(`notification_enabled`, 'true', 'false')), 'status', `status`,
		'createdAt', `created_at`, 'updatedAt', `updated_at`
	), '{');
