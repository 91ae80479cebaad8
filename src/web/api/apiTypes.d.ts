export interface paths {
    "/api/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Lists the subscriptions that match all filters, newest first.
         *
         *     Only those of the owner of the key.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Records a subscription. Its next payment date is one period after lastPaymentDate, and advances only with a renewal.
         *
         *     The server sets the id and computes that date; record each payment with renewSubscription, or let the preferences do it.
         */
        post: operations["createSubscription"];
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. Browsers send it automatically.
         */
        options: operations["preflightSubscriptions"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Reads one subscription.
         *
         *     Only one of the owner of the key.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription permanently
         * @description Removes the subscription and its audit history. It cannot be undone.
         */
        delete: operations["deleteSubscription"];
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. Browsers send it automatically.
         */
        options: operations["preflightSubscription"];
        head?: never;
        /**
         * Update a subscription
         * @description Changes only the fields that you send. The next payment date changes only with lastPaymentDate, period or customDate.
         *
         *     Pausing, resuming and cancelling are changes of status. Moving to a monthly or yearly period clears customDate.
         */
        patch: operations["updateSubscription"];
        trace?: never;
    };
    "/api/v1/subscriptions/{id}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the details of a subscription
         * @description Reads what is kept beside the fields: notes, tags, url, payment method, end dates, notice, renewal rules.
         *
         *     All of them, with null or no tags where there is no value.
         */
        get: operations["getDetails"];
        put?: never;
        post?: never;
        /**
         * Clear all details of a subscription
         * @description Clears every detail. The subscription stays. It can be reverted.
         */
        delete: operations["deleteDetails"];
        options?: never;
        head?: never;
        /**
         * Update the details of a subscription
         * @description Changes only the details that you send; null clears one.
         *
         *     Only anchorDay and everyMonths change the next payment date. everyMonths needs a custom period: then the period is exactly so many calendar months. A change of lastPaymentDate, period or customDate clears anchorDay, and one of period or customDate clears everyMonths. After endsOn the subscription becomes cancelled. noticeBy follows from cancelBefore, termEndsOn, termMonths, noticePeriod and keepThrough.
         */
        patch: operations["updateDetails"];
        trace?: never;
    };
    "/api/v1/subscriptions/{id}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark due payments as made
         * @description Records that the next payment was made: it becomes the last payment, and the following due date the next one.
         *
         *     The day of the month is kept: 31 January, 28 February, 31 March. All fields are optional. Send dueOn as last read, so that a payment is not recorded twice; it is also how a payment is made early. With payments, so many due dates are paid at once, all of them or none; each gets a payment and an audit entry. With reschedule, the following due dates are counted from paidOn. The amount belongs to the payment; the price of the subscription stays.
         */
        post: operations["renewSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create, update, renew and delete many at once
         * @description Carries out up to 100 operations in order: all of them, or none; then error.faults lists each fault.
         *
         *     A fault has the index of its operation. A creation may have details, and an update has a patch, details or both; with details, the result and ifMatch are those of the record with its details. An update, a renewal or a deletion may have in ifMatch the ETag that its record must have when the batch begins. Each operation has its own audit entry and counts as one request; if fewer are left, nothing is done and nothing is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.
         */
        post: operations["batchSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarise spending
         * @description Counts by status, exact totals of active subscriptions per currency and category, and upcoming renewals. Overdue ones are not included: see listUpcomingPayments.
         *
         *     A monthly figure is a twelfth of the yearly one; a custom period of N days costs 365 / N times its amount a year. When an overdue subscription has been paid, renew it.
         */
        get: operations["getSpendSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find subscriptions recorded twice
         * @description Groups subscriptions, except cancelled ones, whose names differ only in case, width and white space.
         *
         *     Only names are compared.
         */
        get: operations["findDuplicateSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/optimizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find possible savings
         * @description The active monthly subscriptions with their yearly cost, and those that cost more than twice the average of their currency. No discounts are assumed.
         */
        get: operations["getOptimizationSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments to come
         * @description Each payment due from one day to another, with totals of all pages, and what is overdue.
         *
         *     Of active subscriptions, today or later. Overdue ones are in no total, and on every page.
         */
        get: operations["listUpcomingPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Forecast the payments of each month
         * @description Counts and sums the payments of each month by their due dates, from today; overdue ones apart.
         *
         *     Of active subscriptions: the rest of this month, and the whole months after it. Sums are exact.
         */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/deadlines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deadlines
         * @description The last days to give notice, of trials and of subscriptions, with the yearly cost.
         *
         *     Of active subscriptions, from today. Notice follows from their details: see noticeBy.
         */
        get: operations["listDeadlines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/subscriptions/{id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the prices of a subscription
         * @description What it has cost since when, newest first. A price that was reverted is not listed.
         *
         *     There is an entry for the creation and for each change of amount, currency or billing period. changePercent compares with the next older entry of the same currency and period.
         */
        get: operations["listPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/price-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List price changes
         * @description What has become dearer or cheaper since a day or date-time, newest first: changes of the amount in the same currency and period.
         *
         *     A change that was reverted is not listed, and neither are those of deleted subscriptions.
         */
        get: operations["listPriceChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit trail
         * @description Each creation, update and renewal with the state before and after it, and its actor, newest first.
         *
         *     With include=actor, each entry says who made the change. Deleting a subscription also deletes its entries.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert an update
         * @description Undoes one update or renewal, unless a later write changed the same. To undo a batch, revert each entry of its createdAt, the newest first. A creation cannot be reverted.
         *
         *     A revert is an update with its own entry, which names the reverted one in metadata.reverts. The next payment date is computed again when a date or the period is restored. If a later write changed one of the fields, nothing is restored. Deleting a subscription also deletes its entries. An update of the preferences, a correction or removal of a payment, and, by a key of scope admin, an update of a user can be reverted, too: listActivity has their entries. Other changes of users, and those of keys and sessions, cannot be reverted. Takes no body.
         */
        post: operations["revertAuditEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whether anything has changed
         * @description A number that every stored change raises, deletions included. It is quick to read: poll it, and read again when it differs.
         */
        get: operations["getRevision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments made
         * @description Lists the payments made, newest first.
         *
         *     Payments of deleted subscriptions are not in it.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/spent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sum the payments made
         * @description Sums the payments made from one day to another, by default this year so far.
         *
         *     By the present category of the subscription, by name; by month; and by subscription, the 100 highest first. Months and currencies without a payment are left out.
         */
        get: operations["getSpent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a payment
         * @description Reads one payment.
         *
         *     One that was removed, or whose renewal is reverted, is not found.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        /**
         * Remove a payment
         * @description Removes a payment made from lists and sums. The dates of the subscription stay.
         *
         *     It can be reverted. To make the payment due again, revert its renewal instead.
         */
        delete: operations["deletePayment"];
        options?: never;
        head?: never;
        /**
         * Correct a payment
         * @description Changes the day or the amount of a payment made. The dates and the price of the subscription stay.
         *
         *     The day has the range that it has in a renewal. It can be reverted.
         */
        patch: operations["updatePayment"];
        trace?: never;
    };
    "/api/v1/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the preferences
         * @description Reads what the owner of the key has chosen for all subscriptions, and what its household is called.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the preferences
         * @description Changes what the owner has chosen for all subscriptions, or what the dashboard calls the household.
         *
         *     With autoRenew, the payments of active subscriptions that were due before today are recorded at the beginning of each day, also those of days before. A subscription whose details have an autoRenew of their own follows that.
         */
        patch: operations["updatePreferences"];
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what is stored, and the limits
         * @description Counts subscriptions, payments and audit entries, and shows the limits of the server. Removed payments count, because they can be brought back.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules of reminders
         * @description Lists the rules, oldest first.
         */
        get: operations["listReminders"];
        put?: never;
        /**
         * Create a rule of reminders
         * @description Creates a rule. It reminds of active subscriptions only; of payments, only of those with notificationEnabled.
         *
         *     Reminders that were due before are not sent.
         */
        post: operations["createReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the reminders
         * @description Lists what will be sent when, and to which channels, if nothing changes.
         *
         *     It assumes that upcoming payments are made on time.
         */
        get: operations["previewReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rule of reminders
         * @description Reads one rule.
         */
        get: operations["getReminder"];
        put?: never;
        post?: never;
        /**
         * Delete a rule of reminders
         * @description Deletes a rule. What it has not sent yet is not sent.
         */
        delete: operations["deleteReminder"];
        options?: never;
        head?: never;
        /**
         * Update a rule of reminders
         * @description Changes a rule. Reminders that were due before are not sent, and none is sent twice.
         */
        patch: operations["updateReminder"];
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries
         * @description Lists the messages to channels, newest first: what was sent, what waits, and what failed and why.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed delivery
         * @description Retries a delivery that failed, or that was skipped with channelOff or notDue and is still due, and a change of the last 30 days that was skipped with missed.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the session
         * @description Reads the session of the request, and what the server takes for today.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in
         * @description Signs in with an API key, a one-time code, a name and a password, or by the reverse proxy. Needs no authentication.
         *
         *     The session has the scope of the key, the code or the user, and ends with it, or 30 days after its last use. Send its token in the header X-Duebook-Session.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session of the request.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the password
         * @description Sets the password of the user who is signed in. The other sessions of the user end, and one-time codes that were not used become invalid.
         */
        post: operations["setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a one-time code for oneself
         * @description Makes a code with which the user of the session signs in on another device, once, within 15 minutes, with the scope of the session.
         *
         *     It replaces an earlier code of the user. Takes no body.
         */
        post: operations["createOwnSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Lists the valid sessions of the user who is signed in, newest first; in a session that was signed in with an API key, those of the key.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an own session
         * @description Ends a session of the user who is signed in; in a session that was signed in with an API key, one of the key. Ending it again changes nothing.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import subscriptions from a file
         * @description Imports a file of Duebook, Wallos, SubTrackr or Subscription Manager, or a CSV file: all in one write, or nothing. Make a dry run first, and show the user what it reports.
         *
         *     The body is the file as it is, whatever its Content-Type. A record with the name, currency and period of a subscription is skipped, unless onDuplicate says otherwise. A file with a faulty record is refused, unless onError is skip. Each record has its own audit entry. An import counts as one request for every 100 records; a dry run counts, too. revertImport undoes it.
         */
        post: operations["importSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports
         * @description Lists the imports that wrote something, newest first.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{id}/revert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Removes the subscriptions that an import created, and restores those that it updated: all in one write, or nothing.
         *
         *     If one of them was changed since, or has a reminder of its own, nothing is done, and error.changed lists them. What the service did to new ones by itself, such as automatic renewals, does not count.
         */
        post: operations["revertImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activity
         * @description Each change of subscriptions, payments, keys, sessions, users and preferences, with who made it, newest first.
         *
         *     Entries of deleted subscriptions are not in it.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all subscriptions
         * @description Exports all subscriptions with their details and payments made, which an import reads. A tool gives at most 100.
         *
         *     The answer is a file. It is sent in parts, without compression: if the connection ends before the body does, the file is not complete. Each record is as it was at one moment, with its details and payments. A record that is changed during a long export may be as before or after that; if the ETag is still the same afterwards, nothing has changed. A CSV file has a byte order mark.
         */
        get: operations["exportSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calendar feeds
         * @description Lists the calendar feeds, oldest first, without their links.
         */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Create a calendar feed
         * @description Creates a secret link under which calendar programs read the payments.
         *
         *     The answer shows the link this once: only the hash of its token is stored. A dry run and a replayed answer are without it.
         */
        post: operations["createFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a calendar feed
         * @description Deletes a feed. Its link ends for good, and no backup brings it back.
         */
        delete: operations["deleteFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys and sessions
         * @description Lists the API keys and the signed-in browsers, ended ones included, newest first.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key
         * @description Creates an API key of the same owner.
         *
         *     The answer shows the key this once: only its hash is stored. A dry run and a replayed answer are without it.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a key or end a session
         * @description Makes a key or a session invalid for good; the list still shows it.
         *
         *     Sessions that were signed in with the key end with it. Revoking it again changes nothing.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users
         * @description Lists the people who may sign in, oldest first.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Creates somebody who may sign in and use the same records.
         *
         *     Without a password, the user signs in with one-time codes. With one, a dry run and an Idempotency-Key are refused: the password would have to be stored.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Deletes a user; its sessions and codes end at once.
         *
         *     A session cannot delete its own user. The only admin is deleted last. What the user changed stays, with the name in the activity.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Renames a user, or changes what the user may do.
         *
         *     With a smaller scope, sessions and one-time codes that have more end at once. A larger one counts from the next sign-in. The only admin keeps that scope.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{id}/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a one-time code for a user
         * @description Makes a code with which the user signs in once, within 15 minutes.
         *
         *     It replaces an earlier code of the user. Only its hash is stored, so a dry run and an Idempotency-Key are refused. Takes no body.
         */
        post: operations["createSignInCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channels
         * @description Lists the channels of the owner, oldest first, without their secrets.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Create a channel
         * @description Creates a channel. Its address and tokens are stored encrypted and never shown again.
         *
         *     Which settings a type takes: webhook url, secret, events · ntfy url, topic, token · gotify url, token · email to · apprise url, key, urls, tag · telegram token, chatId, threadId · discord url · slack url · matrix url, token, roomId · home-assistant url, and webhookId or token with service.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a channel
         * @description Reads one channel, without its secrets.
         */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description Deletes a channel with its secrets.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /**
         * Update a channel
         * @description Changes a channel; settings that are not sent stay, and null removes one.
         *
         *     With an address of another host, secrets that are not sent with it are lost: `secretsMissing` names them, and nothing is sent until they are given again or removed.
         */
        patch: operations["updateChannel"];
        trace?: never;
    };
    "/api/v1/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a test message to a channel, also to a disabled one, and returns the result; at most 10 in a minute. Takes no body.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Only active subscriptions count toward spend. Every move between the three is allowed.
         * @example active
         * @enum {string}
         */
        Status: "active" | "paused" | "cancelled";
        /**
         * @description How often it is billed. A custom period has its interval in customDate.
         * @example monthly
         * @enum {string}
         */
        Period: "monthly" | "yearly" | "custom";
        /**
         * @description The order; a leading - means descending.
         * @default -createdAt
         * @enum {string}
         */
        Sort: "createdAt" | "-createdAt" | "nextPaymentDate" | "-nextPaymentDate" | "amount" | "-amount" | "name" | "-name";
        /**
         * @description With details, each record has the member details, and the ETag is that of both.
         * @enum {string}
         */
        Include: "details";
        /**
         * @description ISO 4217 code. Amounts are never converted.
         * @example USD
         */
        Currency: string;
        /** @enum {string} */
        NoticeUnit: "days" | "weeks" | "months";
        Details: {
            notes: string | null;
            url: string | null;
            paymentMethod: string | null;
            tags: string[];
            /** Format: date */
            trialEndsOn: string | null;
            /** Format: date */
            endsOn: string | null;
            /** Format: date */
            cancelBefore: string | null;
            /** Format: date */
            termEndsOn: string | null;
            termMonths: number | null;
            noticePeriod: {
                count: number;
                unit: components["schemas"]["NoticeUnit"];
            } | null;
            /** Format: date */
            keepThrough: string | null;
            anchorDay: number | null;
            autoRenew: boolean | null;
            everyMonths: number | null;
            /**
             * Format: date
             * @description The last day on which notice is in time: cancelBefore until it is past, then by the term.
             */
            noticeBy: string | null;
        };
        Subscription: {
            /** Format: uuid */
            id: string;
            name: string;
            category: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** Format: date */
            lastPaymentDate: string;
            /** Format: date */
            nextPaymentDate: string;
            notificationEnabled: boolean;
            status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
            details?: components["schemas"]["Details"];
        };
        Pagination: {
            /** @description The page size applied. */
            limit: number;
            /** @description The number of skipped records. */
            offset: number;
            /** @description Whether another page starts at offset + limit. */
            hasMore: boolean;
        };
        SubscriptionPage: {
            data: components["schemas"]["Subscription"][];
            pagination: components["schemas"]["Pagination"];
            query: {
                sort: components["schemas"]["Sort"];
                /** @description The applied filters. */
                filters: {
                    status?: components["schemas"]["Status"];
                    /** @description Only those with exactly this category. */
                    category?: string;
                    period?: components["schemas"]["Period"];
                    /** @description Only those whose name, or with include also notes and tags, contains this text, ignoring case. */
                    q?: string;
                    /**
                     * Format: date
                     * @description Only those whose next payment is due on or before this day, such as 2026-07-31.
                     */
                    expiringBefore?: string;
                    include?: components["schemas"]["Include"];
                };
            };
            requestId: string;
        };
        /** @enum {string} */
        ErrorCode: "invalid_json" | "invalid_subscription" | "invalid_subscription_field" | "invalid_subscription_id" | "invalid_audit_entry_id" | "invalid_field" | "unknown_field" | "invalid_id" | "invalid_pagination" | "invalid_query" | "invalid_batch" | "unexpected_body" | "unexpected_if_match" | "invalid_if_match" | "unsupported_option" | "invalid_host" | "empty_patch" | "invalid_idempotency_key" | "authentication_required" | "invalid_api_key" | "sign_in_failed" | "insufficient_scope" | "session_required" | "unknown_host" | "origin_not_allowed" | "subscription_not_found" | "audit_entry_not_found" | "payment_not_found" | "feed_not_found" | "reminder_not_found" | "delivery_not_found" | "key_not_found" | "session_not_found" | "user_not_found" | "channel_not_found" | "not_found" | "method_not_allowed" | "revert_conflict" | "not_revertible" | "delivery_not_failed" | "too_many_subscriptions" | "too_many_payments" | "too_many_entries" | "too_many_reminders" | "too_many_webhooks" | "channel_disabled" | "not_active" | "renewal_conflict" | "not_due" | "not_renewable" | "user_exists" | "own_user" | "last_admin" | "precondition_failed" | "payload_too_large" | "unreadable_import" | "import_not_found" | "import_changed" | "already_reverted" | "import_refused" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "server_busy" | "storage_unavailable";
        /** @description What the message says, for programs that have texts of their own. */
        Reason: {
            code: string;
            values: {
                [key: string]: string;
            };
        };
        /** @enum {string} */
        WritableField: "name" | "category" | "amount" | "currency" | "period" | "lastPaymentDate" | "customDate" | "notificationEnabled" | "status" | "notes" | "url" | "paymentMethod" | "tags" | "trialEndsOn" | "endsOn" | "cancelBefore" | "termEndsOn" | "termMonths" | "noticePeriod" | "keepThrough" | "anchorDay" | "autoRenew" | "everyMonths" | "paidOn" | "removed" | "householdName" | "subscriptionId" | "event" | "daysBefore" | "daysAfter" | "at" | "channelIds" | "enabled" | "scope" | "language" | "settings";
        OperationFault: {
            index: number;
            code: components["schemas"]["ErrorCode"];
            message: string;
            /** @description The invalid field or query parameter. */
            field?: string;
            /** @description How to correct the request. */
            suggestedFix?: string;
            reason?: components["schemas"]["Reason"];
            /** @description The allowed values of an enum. */
            allowedValues?: string[];
            /** @description The fields that a later write changed. */
            conflictingFields?: components["schemas"]["WritableField"][];
            /** @description The present state of the record, as a read shows it. */
            current?: {
                [key: string]: unknown;
            };
            /** @description The allowed fields of the body. */
            writableFields?: string[];
            /** @description Records that were changed since; the name of a deleted one is null. */
            changed?: {
                /** Format: uuid */
                id: string;
                name: string | null;
            }[];
        };
        ErrorDetails: {
            code: components["schemas"]["ErrorCode"];
            message: string;
            /** @description The invalid field or query parameter. */
            field?: string;
            /** @description How to correct the request. */
            suggestedFix?: string;
            reason?: components["schemas"]["Reason"];
            /** @description The allowed values of an enum. */
            allowedValues?: string[];
            /** @description The fields that a later write changed. */
            conflictingFields?: components["schemas"]["WritableField"][];
            /** @description The present state of the record, as a read shows it. */
            current?: {
                [key: string]: unknown;
            };
            /** @description The allowed fields of the body. */
            writableFields?: string[];
            /** @description Records that were changed since; the name of a deleted one is null. */
            changed?: {
                /** Format: uuid */
                id: string;
                name: string | null;
            }[];
            /** @description All faults of a batch, each with the index of its operation, from 0. The members beside this list are those of the first fault. */
            faults?: components["schemas"]["OperationFault"][];
        };
        /**
         * @description The format of the file.
         * @example wallos
         * @enum {string}
         */
        ImportFormat: "duebook" | "csv" | "wallos" | "subtrackr" | "subscription-manager";
        ImportColumn: {
            header: string;
            /** @description What it was taken for; empty if it was not recognised. */
            field: string;
            example?: string;
        };
        /** @enum {string} */
        ImportOutcome: "created" | "updated" | "skipped" | "failed";
        ImportDuplicate: {
            /**
             * Format: uuid
             * @description The subscription that is there.
             */
            id?: string;
            /** @description The earlier record of the file. */
            row?: number;
            name: string;
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            status: components["schemas"]["Status"];
        };
        ImportFault: {
            code: string;
            /** @description The field; empty for a whole record. */
            field: string;
            message: string;
            suggestedFix: string;
            reason?: components["schemas"]["Reason"];
            /** @description What the file has, such as a symbol. */
            value?: string;
            allowedValues?: string[];
        };
        /** @enum {string} */
        ImportRemarkCode: "paidOnce" | "categoryMissing" | "activeUntilEnd" | "inactiveAsPaused" | "trialOver" | "addressCompleted" | "monthsAsDays" | "lastPaymentReplaced" | "firstPaymentToCome" | "payerLeftOut" | "accountLeftOut" | "usageLeftOut" | "unknownField" | "earlierRecord" | "nothingNew" | "existingStatus" | "statusChanged" | "paymentsLeftOut";
        ImportRemark: {
            code: components["schemas"]["ImportRemarkCode"];
            /** @description The values of the text, by name. Days are YYYY-MM-DD. */
            values: {
                [key: string]: string;
            };
        };
        ImportResult: {
            /** @description The place of the record in the file, from 1. */
            row: number;
            outcome: components["schemas"]["ImportOutcome"];
            /** Format: uuid */
            id?: string;
            /** @description What the file calls it; empty if it has no name. */
            name: string;
            /** @description In a dry run: the fields, as far as they could be read. */
            draft?: {
                [key: string]: unknown;
            };
            /** @description In a dry run: the details that the file has. */
            details?: {
                [key: string]: unknown;
            };
            payments?: {
                [key: string]: unknown;
            }[];
            duplicateOf?: components["schemas"]["ImportDuplicate"];
            error?: components["schemas"]["ImportFault"];
            /** @description What the import could not express, or left out. */
            notes?: string[];
            /** @description The same as notes, in the same order, for programs that have texts of their own. */
            remarks?: components["schemas"]["ImportRemark"][];
        };
        ImportReport: {
            /**
             * Format: uuid
             * @description The import, if it wrote something.
             */
            id?: string;
            format: components["schemas"]["ImportFormat"];
            dryRun: boolean;
            rows: number;
            created: number;
            updated: number;
            skipped: number;
            failed: number;
            /** @description The columns of a CSV file. */
            columns?: components["schemas"]["ImportColumn"][];
            /** @description What becomes of each record, in the order of the file. */
            results: components["schemas"]["ImportResult"][];
        };
        ApiError: {
            error: components["schemas"]["ErrorDetails"];
            import?: components["schemas"]["ImportReport"];
            requestId: string;
        };
        /**
         * @example {
         *       "name": "Netflix",
         *       "category": "Streaming",
         *       "amount": 15.99,
         *       "currency": "USD",
         *       "period": "monthly",
         *       "lastPaymentDate": "2026-06-15"
         *     }
         */
        SubscriptionDraft: {
            /**
             * @description What it is called. Trimmed.
             * @example Netflix
             */
            name: string;
            /**
             * @description A free label to group by. Trimmed.
             * @example Streaming
             */
            category: string;
            /**
             * Format: double
             * @description What one billing period costs; at most two decimals.
             * @example 15.99
             */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            /**
             * Format: date
             * @description The day of the last payment.
             * @example 2026-06-15
             */
            lastPaymentDate: string;
            /** @description The interval in days as a string: required while the period is custom, refused otherwise. */
            customDate?: string | null;
            /**
             * @description Whether you want reminders of renewals. Duebook stores it for programs that notify. Default: true.
             * @example true
             */
            notificationEnabled?: boolean;
            status?: components["schemas"]["Status"];
        };
        Warning: {
            /**
             * @description Other subscriptions that are not cancelled have the same name.
             * @constant
             */
            code: "possible_duplicate";
            message: string;
            /** @description The recorded ones; ten at most. */
            subscriptionIds?: string[];
            /** @description The indexes, from 0, of operations of the same batch that would create one. */
            operationIndexes?: number[];
        };
        SubscriptionPreview: {
            data: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
            requestId: string;
        };
        SubscriptionAnswer: {
            data: components["schemas"]["Subscription"];
            requestId: string;
        };
        /**
         * @example {
         *       "status": "paused"
         *     }
         */
        SubscriptionPatch: {
            /**
             * @description What it is called. Trimmed.
             * @example Netflix
             */
            name?: string;
            /**
             * @description A free label to group by. Trimmed.
             * @example Streaming
             */
            category?: string;
            /**
             * Format: double
             * @description What one billing period costs; at most two decimals.
             * @example 15.99
             */
            amount?: number;
            currency?: components["schemas"]["Currency"];
            period?: components["schemas"]["Period"];
            /**
             * Format: date
             * @description The day of the last payment.
             * @example 2026-06-15
             */
            lastPaymentDate?: string;
            /** @description The interval in days as a string: required while the period is custom, refused otherwise. */
            customDate?: string | null;
            /**
             * @description Whether you want reminders of renewals. Duebook stores it for programs that notify. Default: true.
             * @example true
             */
            notificationEnabled?: boolean;
            status?: components["schemas"]["Status"];
        };
        SubscriptionChange: {
            data: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
            requestId: string;
        };
        Deletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        DetailsAnswer: {
            data: components["schemas"]["Details"];
            requestId: string;
        };
        /**
         * @example {
         *       "tags": [
         *         "family"
         *       ]
         *     }
         */
        DetailsPatch: {
            /**
             * @description Free text, with line breaks.
             * @example Shared with the neighbours.
             */
            notes?: string | null;
            /**
             * @description A web page, such as that of the account.
             * @example https://www.netflix.com/account
             */
            url?: string | null;
            /**
             * @description What pays for it. Trimmed.
             * @example Visa 1234
             */
            paymentMethod?: string | null;
            /**
             * @description Free labels. Trimmed.
             * @example [
             *       "family",
             *       "video"
             *     ]
             */
            tags?: string[] | null;
            /**
             * Format: date
             * @description The last day of a trial. It changes no sum.
             * @example 2026-07-14
             */
            trialEndsOn?: string | null;
            /**
             * Format: date
             * @description The last day: nothing is due after it, and the status becomes cancelled.
             * @example 2027-06-15
             */
            endsOn?: string | null;
            /**
             * Format: date
             * @description The last day to give notice. Once it is past, noticeBy follows from the term.
             * @example 2027-05-15
             */
            cancelBefore?: string | null;
            /**
             * Format: date
             * @description The last day of the present term.
             * @example 2027-06-15
             */
            termEndsOn?: string | null;
            /**
             * @description The months by which it renews; null: not at all.
             * @example 12
             */
            termMonths?: number | null;
            /**
             * @description How long before its end to give notice.
             * @example {
             *       "count": 1,
             *       "unit": "months"
             *     }
             */
            noticePeriod?: {
                count: number;
                unit: components["schemas"]["NoticeUnit"];
            } | null;
            /**
             * Format: date
             * @description The end of the last term to keep. noticeBy is for a term that ends later.
             * @example 2026-06-15
             */
            keepThrough?: string | null;
            /**
             * @description The day of the month of payments in periods of months; null: as in lastPaymentDate.
             * @example 31
             */
            anchorDay?: number | null;
            /**
             * @description Whether due payments are recorded automatically; null: as the owner prefers.
             * @example true
             */
            autoRenew?: boolean | null;
            /**
             * @description Makes a custom period exactly so many calendar months: 3 for quarterly. A new period or customDate clears it.
             * @example 3
             */
            everyMonths?: number | null;
        };
        DetailsChange: {
            data: components["schemas"]["Details"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        DetailsDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Details"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /**
         * @example {
         *       "dueOn": "2026-07-15"
         *     }
         */
        Renewal: {
            /**
             * Format: date
             * @description The due date of the payment, as last read: it must be the nextPaymentDate. Default: what is due by today.
             * @example 2026-07-15
             */
            dueOn?: string;
            /**
             * Format: date
             * @description When it was paid, at most tomorrow. Default: the due date.
             * @example 2026-07-16
             */
            paidOn?: string;
            /**
             * Format: double
             * @description What was paid. Default: the amount of the subscription.
             * @example 15.99
             */
            amount?: number;
            /**
             * @description Whether the next due date is counted from the day of payment. Default: false.
             * @example false
             */
            reschedule?: boolean;
            /**
             * @description How many due dates were paid, from that one on; all on paidOn, each with the amount. Default: 1.
             * @example 1
             */
            payments?: number;
        };
        BatchCreate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "create";
            subscription: components["schemas"]["SubscriptionDraft"];
            details?: components["schemas"]["DetailsPatch"];
        };
        /** @description Needs patch, details, or both. */
        BatchUpdate: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "update";
            /**
             * Format: uuid
             * @description The id of the subscription.
             * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
             */
            id: string;
            /**
             * @description The ETag of your last read of the record. If the record has another one when the batch begins, nothing is written and the answer is 412.
             * @example "9a3f0c55e1d2b784"
             */
            ifMatch?: string;
            patch?: components["schemas"]["SubscriptionPatch"];
            details?: components["schemas"]["DetailsPatch"];
        };
        /** @description As renewSubscription. */
        BatchRenew: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "renew";
            /**
             * Format: uuid
             * @description The id of the subscription.
             * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
             */
            id: string;
            /**
             * @description The ETag of your last read of the record. If the record has another one when the batch begins, nothing is written and the answer is 412.
             * @example "9a3f0c55e1d2b784"
             */
            ifMatch?: string;
            /**
             * Format: date
             * @description The due date of the payment, as last read: it must be the nextPaymentDate. Default: what is due by today.
             * @example 2026-07-15
             */
            dueOn?: string;
            /**
             * Format: date
             * @description When it was paid, at most tomorrow. Default: the due date.
             * @example 2026-07-16
             */
            paidOn?: string;
            /**
             * Format: double
             * @description What was paid. Default: the amount of the subscription.
             * @example 15.99
             */
            amount?: number;
            /**
             * @description Whether the next due date is counted from the day of payment. Default: false.
             * @example false
             */
            reschedule?: boolean;
        };
        BatchDelete: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "delete";
            /**
             * Format: uuid
             * @description The id of the subscription.
             * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
             */
            id: string;
            /**
             * @description The ETag of your last read of the record. If the record has another one when the batch begins, nothing is written and the answer is 412.
             * @example "9a3f0c55e1d2b784"
             */
            ifMatch?: string;
        };
        BatchOperation: components["schemas"]["BatchCreate"] | components["schemas"]["BatchUpdate"] | components["schemas"]["BatchRenew"] | components["schemas"]["BatchDelete"];
        /**
         * @example {
         *       "operations": [
         *         {
         *           "action": "create",
         *           "subscription": {
         *             "name": "Netflix",
         *             "category": "Streaming",
         *             "amount": 15.99,
         *             "currency": "USD",
         *             "period": "monthly",
         *             "lastPaymentDate": "2026-06-15"
         *           }
         *         }
         *       ]
         *     }
         */
        Batch: {
            /** @description The operations, in this order: all of them, or none. */
            operations: components["schemas"]["BatchOperation"][];
        };
        BatchCreated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "create";
            data: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
        };
        BatchUpdated: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "update";
            data: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
        };
        BatchRenewed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "renew";
            data: components["schemas"]["Subscription"];
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
        };
        BatchDeleted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            action: "delete";
            /** Format: uuid */
            id: string;
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Subscription"];
        };
        BatchResult: components["schemas"]["BatchCreated"] | components["schemas"]["BatchUpdated"] | components["schemas"]["BatchRenewed"] | components["schemas"]["BatchDeleted"];
        BatchAnswer: {
            results: components["schemas"]["BatchResult"][];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        SpendSummary: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            asOf: string;
            horizonDays: number;
            counts: {
                total: number;
                active: number;
                paused: number;
                cancelled: number;
            };
            byCurrency: {
                currency: components["schemas"]["Currency"];
                activeSubscriptions: number;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                monthlyTotal: number;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                yearlyTotal: number;
            }[];
            byCategory: {
                category: string;
                activeSubscriptions: number;
                /** @description A monthly total for each currency code. */
                monthlyTotalsByCurrency: {
                    [key: string]: number;
                };
            }[];
            upcomingRenewals: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: components["schemas"]["Currency"];
                category: string;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                amount: number;
                period: components["schemas"]["Period"];
                /** Format: date */
                nextPaymentDate: string;
                /** @description 0 is today. */
                daysUntilRenewal: number;
            }[];
        };
        SummaryAnswer: {
            summary: components["schemas"]["SpendSummary"];
            requestId: string;
        };
        DuplicateGroup: {
            normalizedName: string;
            subscriptions: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: components["schemas"]["Currency"];
                category: string;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                amount: number;
                period: components["schemas"]["Period"];
                status: components["schemas"]["Status"];
            }[];
        };
        DuplicatesAnswer: {
            duplicates: components["schemas"]["DuplicateGroup"][];
            requestId: string;
        };
        Optimizations: {
            monthlyToAnnual: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: components["schemas"]["Currency"];
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                monthlyAmount: number;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                yearlyAtCurrentRate: number;
            }[];
            aboveAverageInCurrency: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: components["schemas"]["Currency"];
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                monthlyEquivalent: number;
                /**
                 * Format: double
                 * @description In units of the currency, at most two decimals.
                 */
                currencyMonthlyAverage: number;
            }[];
        };
        OptimizationsAnswer: {
            optimizations: components["schemas"]["Optimizations"];
            requestId: string;
        };
        /** @enum {string} */
        PaymentsInclude: "deadlines";
        UpcomingPayment: {
            /** Format: date */
            date: string;
            /** Format: uuid */
            subscriptionId: string;
            name: string;
            category: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
        };
        OverduePayment: {
            /** Format: date */
            date: string;
            /** Format: uuid */
            subscriptionId: string;
            name: string;
            category: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            daysOverdue: number;
            /** @description The payments due before today. */
            missedPayments: number;
        };
        /** @enum {string} */
        DeadlineKind: "notice" | "trial_end" | "end";
        Deadline: {
            kind: components["schemas"]["DeadlineKind"];
            /**
             * Format: date
             * @description The last day.
             */
            date: string;
            /** @description 0 is today. */
            daysLeft: number;
            /** Format: uuid */
            subscriptionId: string;
            name: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            yearlyCost: number;
            /**
             * Format: date
             * @description The end of the term to give notice for, unless the day is a cancelBefore.
             */
            termEndsOn?: string;
        };
        UpcomingPaymentsAnswer: {
            payments: components["schemas"]["UpcomingPayment"][];
            /** @description The oldest; not in the totals. */
            overdue: components["schemas"]["OverduePayment"][];
            /** @description How many are overdue; more than listed when over 1000. */
            overdueTotal: number;
            /** @description A total for each currency code. */
            totalsByCurrency: {
                [key: string]: number;
            };
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            pagination: {
                /** @description The page size applied. */
                limit: number;
                /** @description The number of skipped records. */
                offset: number;
                /** @description Whether another page starts at offset + limit. */
                hasMore: boolean;
            };
            /** @description Only with include=deadlines. */
            deadlines?: components["schemas"]["Deadline"][];
            requestId: string;
        };
        Forecast: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            asOf: string;
            overdue: {
                payments: number;
                /** @description A total for each currency code. */
                totalsByCurrency: {
                    [key: string]: number;
                };
            };
            months: {
                month: string;
                payments: number;
                /** @description A total for each currency code. */
                totalsByCurrency: {
                    [key: string]: number;
                };
                byCategory: {
                    category: string;
                    /** @description A total for each currency code. */
                    totalsByCurrency: {
                        [key: string]: number;
                    };
                }[];
            }[];
        };
        ForecastAnswer: {
            forecast: components["schemas"]["Forecast"];
            requestId: string;
        };
        DeadlinesAnswer: {
            deadlines: components["schemas"]["Deadline"][];
            requestId: string;
        };
        /**
         * @description ISO 4217 code: a Currency, or one that new records cannot have.
         * @example USD
         */
        RecordedCurrency: string;
        PriceEntry: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            amount: number;
            currency: components["schemas"]["RecordedCurrency"];
            period: components["schemas"]["Period"];
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** @description The interval in months; customDate does not count then. */
            everyMonths?: number;
            /**
             * Format: double
             * @description Two decimals; absent without an earlier amount above 0.
             */
            changePercent?: number;
        };
        PricesAnswer: {
            prices: components["schemas"]["PriceEntry"][];
            requestId: string;
        };
        PriceChange: {
            /** Format: uuid */
            subscriptionId: string;
            name: string;
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            previousAmount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            amount: number;
            currency: components["schemas"]["RecordedCurrency"];
            period: components["schemas"]["Period"];
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** @description The interval in months; customDate does not count then. */
            everyMonths?: number;
            /**
             * Format: double
             * @description Two decimals; absent without an earlier amount above 0.
             */
            changePercent?: number;
        };
        PriceChangesPage: {
            data: components["schemas"]["PriceChange"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /** @enum {string} */
        AuditAction: "subscription.create" | "subscription.update";
        /** @enum {string} */
        AuditInclude: "actor";
        RecordedSubscription: {
            /** Format: uuid */
            id: string;
            name: string;
            category: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["RecordedCurrency"];
            period: components["schemas"]["Period"];
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** Format: date */
            lastPaymentDate: string;
            /** Format: date */
            nextPaymentDate: string;
            notificationEnabled: boolean;
            status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
            details?: components["schemas"]["Details"];
        };
        /** @description The payment that the update recorded; with reverts, the one that it removed or brought back. */
        RenewalRecord: {
            /** Format: date */
            dueOn: string;
            /**
             * Format: date
             * @description Null: nothing was paid.
             */
            paidOn: string | null;
            anchorDay: {
                before: number | null;
                after: number | null;
            };
            nextPaymentDate: {
                /** Format: date */
                before: string;
                /** Format: date */
                after: string;
            };
            /** @description The number of payments, if several. */
            steps?: number;
            /** @description Due dates that passed without a payment. */
            skipped?: number;
            /** Format: uuid */
            entryId?: string;
        };
        /** @description Entries of older versions lack the details that they did not know. */
        RecordedDetails: {
            notes?: string | null;
            url?: string | null;
            paymentMethod?: string | null;
            tags?: string[];
            /** Format: date */
            trialEndsOn?: string | null;
            /** Format: date */
            endsOn?: string | null;
            /** Format: date */
            cancelBefore?: string | null;
            /** Format: date */
            termEndsOn?: string | null;
            termMonths?: number | null;
            noticePeriod?: {
                count: number;
                unit: components["schemas"]["NoticeUnit"];
            } | null;
            /** Format: date */
            keepThrough?: string | null;
            anchorDay?: number | null;
            autoRenew?: boolean | null;
            everyMonths?: number | null;
        };
        /** @enum {string} */
        ActorKind: "key" | "session" | "service";
        Actor: {
            kind: components["schemas"]["ActorKind"];
            /** @description The name of the key, or its first characters; of the user, or of the key that signed in. Null for the service. */
            name: string | null;
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            subscriptionId: string;
            /** Format: uuid */
            apiKeyId: string;
            /** @description The request that made the change. */
            requestId: string;
            action: components["schemas"]["AuditAction"];
            /** @description The state after the change, and for an update also before it. */
            metadata: {
                before?: components["schemas"]["RecordedSubscription"];
                after: components["schemas"]["RecordedSubscription"];
                renewal?: components["schemas"]["RenewalRecord"];
                /**
                 * Format: date
                 * @description The last day, when the service cancelled the subscription on its end.
                 */
                endsOn?: string;
                /**
                 * Format: uuid
                 * @description The entry that this update reverts.
                 */
                reverts?: string;
                /**
                 * Format: uuid
                 * @description The import that made the change.
                 */
                import?: string;
                /** @description What the client sent. */
                patch?: {
                    [key: string]: unknown;
                };
                /** @description The details before and after a change of them, whole. A creation has after only. */
                details?: {
                    before?: components["schemas"]["RecordedDetails"];
                    after: components["schemas"]["RecordedDetails"];
                    /** @description What the client sent. */
                    patch?: {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            actor?: components["schemas"]["Actor"];
        };
        AuditPage: {
            data: components["schemas"]["AuditEntry"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @description read reads; write also changes records; admin also manages keys and users.
         * @example write
         * @enum {string}
         */
        Scope: "read" | "write" | "admin";
        /**
         * @example manual
         * @enum {string}
         */
        PaymentSource: "manual" | "automatic";
        /**
         * @description The type of service. It cannot be changed.
         * @example ntfy
         * @enum {string}
         */
        ChannelType: "webhook" | "ntfy" | "gotify" | "email" | "apprise" | "telegram" | "discord" | "slack" | "matrix" | "home-assistant";
        /**
         * @description The language of its messages.
         * @example en
         * @enum {string}
         */
        ChannelLanguage: "en" | "de";
        /** @enum {string} */
        ChannelSecret: "url" | "topic" | "token" | "secret" | "webhookId" | "key" | "urls";
        /**
         * @description What to remind of. cancel_before is noticeBy, the last day for notice.
         * @example renewal
         * @enum {string}
         */
        ReminderEvent: "renewal" | "trial_end" | "cancel_before" | "end" | "overdue";
        RevertAnswer: {
            /** @description What the entry is about, as its own updates answer it. */
            data: {
                /** Format: uuid */
                id?: string;
                name?: string;
                owner?: string;
                scope?: components["schemas"]["Scope"];
                hasPassword?: boolean;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                createdAt?: string;
                /** Format: uuid */
                subscriptionId?: string | null;
                /** Format: date */
                dueOn?: string;
                /** Format: date */
                paidOn?: string;
                /** Format: double */
                amount?: number;
                currency?: components["schemas"]["Currency"];
                source?: components["schemas"]["PaymentSource"];
                category?: string;
                period?: components["schemas"]["Period"];
                /** @description The interval in days; only while the period is custom. */
                customDate?: string;
                /** Format: date */
                lastPaymentDate?: string;
                /** Format: date */
                nextPaymentDate?: string;
                notificationEnabled?: boolean;
                status?: components["schemas"]["Status"];
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                updatedAt?: string;
                details?: components["schemas"]["Details"];
                autoRenew?: boolean;
                householdName?: string | null;
                type?: components["schemas"]["ChannelType"];
                enabled?: boolean;
                language?: components["schemas"]["ChannelLanguage"];
                /** @description The host of the address, with its port; null for mail. */
                host?: string | null;
                /** @description The settings that are not secret. */
                settings?: {
                    events?: string;
                    service?: string;
                    tag?: string;
                    to?: string;
                    chatId?: string;
                    threadId?: string;
                    roomId?: string;
                };
                /** @description The secrets that are set. */
                secretsSet?: components["schemas"]["ChannelSecret"][];
                /** @description The secrets to enter again before it sends anything: the host was changed, or their key is lost. */
                secretsMissing?: components["schemas"]["ChannelSecret"][];
                event?: components["schemas"]["ReminderEvent"];
                daysBefore?: number[] | null;
                daysAfter?: number[] | null;
                at?: string;
                channelIds?: string[] | null;
                /** @description The number of enabled channels that get it; with 0, nothing is sent. */
                channelCount?: number;
            };
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            /** @description Only in the answer to a dry run. */
            warnings?: components["schemas"]["Warning"][];
            requestId: string;
        };
        RevisionAnswer: {
            revision: number;
            requestId: string;
        };
        Payment: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            subscriptionId: string;
            /** Format: date */
            dueOn: string;
            /** Format: date */
            paidOn: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["RecordedCurrency"];
            source: components["schemas"]["PaymentSource"];
        };
        PaymentPage: {
            data: components["schemas"]["Payment"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        Spent: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            totalsByCurrency: {
                [key: string]: number;
            };
            byCategory: {
                category: string;
                totalsByCurrency: {
                    [key: string]: number;
                };
            }[];
            byMonth: {
                month: string;
                totalsByCurrency: {
                    [key: string]: number;
                };
            }[];
            /** @description The highest first. */
            bySubscription: {
                /** Format: uuid */
                subscriptionId: string;
                name: string;
                payments: number;
                totalsByCurrency: {
                    [key: string]: number;
                };
            }[];
        };
        SpentAnswer: {
            spent: components["schemas"]["Spent"];
            requestId: string;
        };
        PaymentAnswer: {
            data: components["schemas"]["Payment"];
            requestId: string;
        };
        /**
         * @example {
         *       "amount": 12.5
         *     }
         */
        PaymentPatch: {
            /**
             * Format: date
             * @description When it was paid, at most tomorrow.
             * @example 2026-07-16
             */
            paidOn?: string;
            /**
             * Format: double
             * @description What was paid.
             * @example 15.99
             */
            amount?: number;
        };
        PaymentChange: {
            data: components["schemas"]["Payment"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        PaymentDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Payment"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        Preferences: {
            autoRenew: boolean;
            householdName: string | null;
        };
        PreferencesAnswer: {
            data: components["schemas"]["Preferences"];
            requestId: string;
        };
        /**
         * @example {
         *       "autoRenew": true
         *     }
         */
        PreferencesPatch: {
            /**
             * @description Whether each due payment of an active subscription counts as made on the day after.
             * @example true
             */
            autoRenew?: boolean;
            /**
             * @description What the dashboard calls the household; null for no name of its own.
             * @example Elm Street 12
             */
            householdName?: string | null;
        };
        PreferencesChange: {
            data: components["schemas"]["Preferences"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        Used: {
            count: number;
            /** @description Absent without a limit. */
            limit?: number;
        };
        UsageAnswer: {
            usage: {
                subscriptions: components["schemas"]["Used"];
                payments: components["schemas"]["Used"];
                auditEntries: components["schemas"]["Used"];
            };
            requestId: string;
        };
        Reminder: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            subscriptionId: string | null;
            event: components["schemas"]["ReminderEvent"];
            daysBefore: number[] | null;
            daysAfter: number[] | null;
            at: string;
            channelIds: string[] | null;
            enabled: boolean;
            /** @description The number of enabled channels that get it; with 0, nothing is sent. */
            channelCount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        ReminderPage: {
            data: components["schemas"]["Reminder"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @example {
         *       "event": "renewal",
         *       "daysBefore": [
         *         3,
         *         0
         *       ]
         *     }
         */
        ReminderDraft: {
            /**
             * Format: uuid
             * @description The subscription; null for all.
             * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
             */
            subscriptionId?: string | null;
            event: components["schemas"]["ReminderEvent"];
            /**
             * @description How many days before the event; not for overdue.
             * @example [
             *       3,
             *       0
             *     ]
             */
            daysBefore?: number[] | null;
            /**
             * @description How many days after an unpaid due date; only for overdue.
             * @example [
             *       1
             *     ]
             */
            daysAfter?: number[] | null;
            /**
             * @description The time of day in the server's time zone.
             * @example 09:00
             */
            at?: string;
            /**
             * @description The channels; null for all.
             * @example [
             *       "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00"
             *     ]
             */
            channelIds?: string[] | null;
            /**
             * @description Whether it reminds.
             * @example true
             */
            enabled?: boolean;
        };
        ReminderDryRun: {
            data: components["schemas"]["Reminder"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            requestId: string;
        };
        ReminderAnswer: {
            data: components["schemas"]["Reminder"];
            requestId: string;
        };
        PlannedReminder: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            sendAt: string;
            /** Format: uuid */
            ruleId: string;
            event: components["schemas"]["ReminderEvent"];
            /** Format: uuid */
            subscriptionId: string;
            name: string;
            /**
             * Format: double
             * @description In units of the currency, at most two decimals.
             */
            amount: number;
            currency: components["schemas"]["Currency"];
            /** Format: date */
            dueOn: string;
            days: number;
            /** @description Without one, nothing is sent. */
            channelIds: string[];
        };
        ReminderPreview: {
            data: components["schemas"]["PlannedReminder"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @example {
         *       "at": "18:30"
         *     }
         */
        ReminderPatch: {
            /**
             * Format: uuid
             * @description The subscription; null for all.
             * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
             */
            subscriptionId?: string | null;
            event?: components["schemas"]["ReminderEvent"];
            /**
             * @description How many days before the event; not for overdue.
             * @example [
             *       3,
             *       0
             *     ]
             */
            daysBefore?: number[] | null;
            /**
             * @description How many days after an unpaid due date; only for overdue.
             * @example [
             *       1
             *     ]
             */
            daysAfter?: number[] | null;
            /**
             * @description The time of day in the server's time zone.
             * @example 09:00
             */
            at?: string;
            /**
             * @description The channels; null for all.
             * @example [
             *       "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00"
             *     ]
             */
            channelIds?: string[] | null;
            /**
             * @description Whether it reminds.
             * @example true
             */
            enabled?: boolean;
        };
        ReminderChange: {
            data: components["schemas"]["Reminder"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        ReminderDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Reminder"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /** @enum {string} */
        DeliveryState: "pending" | "sent" | "failed" | "skipped";
        /** @enum {string} */
        DeliveryType: "reminder.due" | "subscription.created" | "subscription.updated" | "subscription.renewed" | "subscription.deleted";
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            channelId: string;
            type: components["schemas"]["DeliveryType"];
            /**
             * Format: uuid
             * @description Null when the message is of several rules, or of a change.
             */
            ruleId: string | null;
            subscriptionIds: string[];
            /**
             * Format: date
             * @description The first of its events; null for a change.
             */
            dueOn: string | null;
            reminders: {
                /** Format: uuid */
                ruleId: string;
                /** Format: uuid */
                subscriptionId: string;
                event: components["schemas"]["ReminderEvent"];
                /** Format: date */
                dueOn: string;
                days: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            sendAt: string;
            state: components["schemas"]["DeliveryState"];
            attempts: number;
            /** @description The status of the last answer. */
            lastStatus: number | null;
            /** @description Why it was not sent: timeout, unknownHost, notConnected, certificate, refusedAddress, notAllowed, status, invalidAnswer, secretsMissing, noMailServer, mailRefused, missed, restored, notDue, channelOff, queueFull, interrupted. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description Null when it is not pending, or waits for an earlier change of the record.
             */
            nextAttemptAt: string | null;
            /** Format: date-time */
            sentAt: string | null;
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        DeliveryChange: {
            data: components["schemas"]["Delivery"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /**
         * @description Exactly one of apiKey, code, user with password, and proxy.
         * @example {
         *       "code": "7K2M-9XQD-04ZT-HBWC"
         *     }
         */
        SignIn: {
            /**
             * @description An API key.
             * @example dbk_w_4fK…
             */
            apiKey?: string;
            /**
             * @description A one-time code, in any case.
             * @example 7K2M-9XQD-04ZT-HBWC
             */
            code?: string;
            /**
             * @description The name of a user, with password.
             * @example admin
             */
            user?: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            password?: string;
            /**
             * @description True: the reverse proxy names the user.
             * @example true
             */
            proxy?: boolean;
        };
        NewSession: {
            /** @description For the header X-Duebook-Session. It is shown only once. */
            token: string;
            /** @description The name of the user; null after signing in with an API key. */
            user: string | null;
            /** @description The owner of the records. */
            owner: string;
            /** @description What its household is called, if it has a name. */
            householdName: string | null;
            scope: components["schemas"]["Scope"];
            /**
             * Format: date-time
             * @description Extended by use, at most once a day.
             */
            expiresAt: string;
            /**
             * Format: date
             * @description The day that the server takes for today.
             */
            today: string;
            /** @description The time zone of today, such as Europe/Berlin. */
            timeZone: string;
            /** @description The currencies that records may be given, in the order of choices. */
            currencies?: string[];
        };
        NewSessionAnswer: {
            data: components["schemas"]["NewSession"];
            requestId: string;
        };
        Session: {
            /** @description The name of the user; null after signing in with an API key. */
            user: string | null;
            /** @description The owner of the records. */
            owner: string;
            /** @description What its household is called, if it has a name. */
            householdName: string | null;
            scope: components["schemas"]["Scope"];
            /**
             * Format: date-time
             * @description Extended by use, at most once a day.
             */
            expiresAt: string;
            /**
             * Format: date
             * @description The day that the server takes for today.
             */
            today: string;
            /** @description The time zone of today, such as Europe/Berlin. */
            timeZone: string;
            /** @description The currencies that records may be given, in the order of choices. */
            currencies?: string[];
        };
        SessionAnswer: {
            data: components["schemas"]["Session"];
            requestId: string;
        };
        SessionEnd: {
            /** @description The session has ended. */
            deleted: boolean;
            requestId: string;
        };
        /**
         * @example {
         *       "current": "correct horse battery",
         *       "new": "correct horse staple"
         *     }
         */
        NewPassword: {
            /**
             * Format: password
             * @description The present password. Not needed within 15 minutes after signing in with a one-time code of the scope of the user.
             * @example correct horse battery
             */
            current?: string;
            /**
             * Format: password
             * @example correct horse battery staple
             */
            new: string;
        };
        SignInCode: {
            /** @description For one sign-in; shown this once. */
            code: string;
            /** @description The page that signs in with the code; null while the server does not know its address. */
            link: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
            scope: components["schemas"]["Scope"];
        };
        SignInCodeAnswer: {
            data: components["schemas"]["SignInCode"];
            requestId: string;
        };
        SessionEntry: {
            /** Format: uuid */
            id: string;
            /** @description The browser. */
            name: string | null;
            scope: components["schemas"]["Scope"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The hour of the last use; null before the first one.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Extended by use, at most once a day.
             */
            expiresAt: string;
            /** @description Whether it is the session of the request. */
            current: boolean;
        };
        SessionList: {
            data: components["schemas"]["SessionEntry"][];
            requestId: string;
        };
        /**
         * @default auto
         * @enum {string}
         */
        ImportFormatChoice: "auto" | "duebook" | "csv" | "wallos" | "subtrackr" | "subscription-manager";
        /**
         * @default skip
         * @enum {string}
         */
        DuplicateChoice: "skip" | "create" | "update";
        /**
         * @default refuse
         * @enum {string}
         */
        FaultChoice: "refuse" | "skip";
        ImportAnswer: {
            import: components["schemas"]["ImportReport"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        Import: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            format: components["schemas"]["ImportFormat"];
            /** @description The records of the file. */
            rows: number;
            /** @description The subscriptions that it created. */
            created: number;
            /** @description The subscriptions that it updated. */
            updated: number;
            /**
             * Format: date-time
             * @description When it was reverted; null if it was not.
             */
            revertedAt: string | null;
        };
        ImportPage: {
            data: components["schemas"]["Import"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        ImportReverted: {
            data: components["schemas"]["Import"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /** @enum {string} */
        EntityType: "subscription" | "payment" | "key" | "feed" | "owner" | "session" | "user" | "channel" | "reminder" | "delivery" | "import";
        /** @enum {string} */
        ActivityAction: "subscription.create" | "subscription.update" | "payment.update" | "payment.delete" | "key.create" | "key.rotate" | "key.undoRotation" | "key.revoke" | "feed.create" | "feed.delete" | "owner.rename" | "preferences.update" | "session.create" | "session.end" | "session.createCode" | "user.create" | "user.update" | "user.delete" | "user.setPassword" | "user.createCode" | "channel.create" | "channel.update" | "channel.delete" | "reminder.create" | "reminder.update" | "reminder.delete" | "delivery.retry" | "import.run" | "import.revert";
        ActivityEntry: {
            /** Format: uuid */
            id: string;
            entityType: components["schemas"]["EntityType"];
            /**
             * Format: uuid
             * @description Null for the owner itself.
             */
            entityId: string | null;
            action: components["schemas"]["ActivityAction"];
            actor: components["schemas"]["Actor"];
            /** @description The request that made the change. */
            requestId: string;
            /** @description What was changed; see the action. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        ActivityPage: {
            data: components["schemas"]["ActivityEntry"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @description The format: json, or csv for spreadsheets.
         * @default json
         * @enum {string}
         */
        ExportFormat: "json" | "csv";
        ExportedDetails: {
            notes: string | null;
            url: string | null;
            paymentMethod: string | null;
            tags: string[];
            /** Format: date */
            trialEndsOn: string | null;
            /** Format: date */
            endsOn: string | null;
            /** Format: date */
            cancelBefore: string | null;
            /** Format: date */
            termEndsOn: string | null;
            termMonths: number | null;
            noticePeriod: {
                count: number;
                unit: components["schemas"]["NoticeUnit"];
            } | null;
            /** Format: date */
            keepThrough: string | null;
            anchorDay: number | null;
            autoRenew: boolean | null;
            everyMonths: number | null;
        };
        ExportedPayment: {
            /** Format: date */
            dueOn: string;
            /** Format: date */
            paidOn: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["RecordedCurrency"];
            source: components["schemas"]["PaymentSource"];
        };
        ExportedSubscription: {
            /** Format: uuid */
            id: string;
            name: string;
            category: string;
            /** Format: double */
            amount: number;
            currency: components["schemas"]["Currency"];
            period: components["schemas"]["Period"];
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** Format: date */
            lastPaymentDate: string;
            /** Format: date */
            nextPaymentDate: string;
            notificationEnabled: boolean;
            status: components["schemas"]["Status"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
            details: components["schemas"]["ExportedDetails"];
            /** @description By their due dates. */
            payments: components["schemas"]["ExportedPayment"][];
        };
        Export: {
            format: string;
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            exportedAt: string;
            /** @description In the order of their creation. */
            subscriptions: components["schemas"]["ExportedSubscription"][];
            requestId: string;
        };
        Feed: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["Status"];
            category: string | null;
            tag: string | null;
            daysAhead: number;
            daysBack: number;
            alarmDaysBefore: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        FeedPage: {
            data: components["schemas"]["Feed"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @example {
         *       "name": "Bills",
         *       "alarmDaysBefore": 1
         *     }
         */
        FeedDraft: {
            /**
             * @description The name of the calendar.
             * @example Bills
             */
            name: string;
            status?: components["schemas"]["Status"];
            /**
             * @description Only subscriptions of this category; null for all.
             * @example Streaming
             */
            category?: string | null;
            /**
             * @description Only subscriptions with this tag; null for all.
             * @example family
             */
            tag?: string | null;
            /**
             * @description How many days after today it has.
             * @example 400
             */
            daysAhead?: number;
            /**
             * @description How many days before today it has.
             * @example 60
             */
            daysBack?: number;
            /**
             * @description An alarm at 9:00, so many days before a payment is due; null for none.
             * @example 1
             */
            alarmDaysBefore?: number | null;
        };
        FeedPreview: {
            data: components["schemas"]["Feed"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            requestId: string;
        };
        CreatedFeed: {
            /** Format: uuid */
            id: string;
            name: string;
            status: components["schemas"]["Status"];
            category: string | null;
            tag: string | null;
            daysAhead: number;
            daysBack: number;
            alarmDaysBefore: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description The secret link: shown this once, and not in a dry run or a replayed answer. */
            url?: string;
        };
        FeedAnswer: {
            data: components["schemas"]["CreatedFeed"];
            requestId: string;
        };
        FeedDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Feed"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /**
         * @example key
         * @enum {string}
         */
        KeyKind: "key" | "session";
        KeyEntry: {
            /** Format: uuid */
            id: string;
            /** @description The name of the key, or the browser of the session. */
            name: string | null;
            kind: components["schemas"]["KeyKind"];
            scope: components["schemas"]["Scope"];
            /** @description The first characters of the key. */
            start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The hour of the last use; null before the first one.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revokedAt: string | null;
            /** @description The user of the session; null for keys, and for sessions that were signed in with a key. */
            user: string | null;
        };
        KeyPage: {
            data: components["schemas"]["KeyEntry"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @example {
         *       "name": "phone",
         *       "scope": "write"
         *     }
         */
        KeyDraft: {
            /**
             * @description The name to recognize the key by.
             * @example phone
             */
            name: string;
            scope: components["schemas"]["Scope"];
            /**
             * Format: date-time
             * @description When the key expires; null for never.
             * @example 2027-06-16T12:00:00.000Z
             */
            expiresAt?: string | null;
        };
        KeyPreview: {
            data: components["schemas"]["KeyEntry"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            requestId: string;
        };
        CreatedKey: {
            /** Format: uuid */
            id: string;
            /** @description The name of the key, or the browser of the session. */
            name: string | null;
            kind: components["schemas"]["KeyKind"];
            scope: components["schemas"]["Scope"];
            /** @description The first characters of the key. */
            start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The hour of the last use; null before the first one.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revokedAt: string | null;
            /** @description The user of the session; null for keys, and for sessions that were signed in with a key. */
            user: string | null;
            /** @description The key itself: shown this once, and not in a dry run or a replayed answer. */
            key?: string;
        };
        KeyAnswer: {
            data: components["schemas"]["CreatedKey"];
            requestId: string;
        };
        KeyRevocation: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["KeyEntry"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        User: {
            /** Format: uuid */
            id: string;
            name: string;
            owner: string;
            scope: components["schemas"]["Scope"];
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        UserPage: {
            data: components["schemas"]["User"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /**
         * @example {
         *       "name": "alex",
         *       "scope": "write"
         *     }
         */
        UserDraft: {
            /**
             * @description The name to sign in with. No other user of the server has it, also not in another case.
             * @example alex
             */
            name: string;
            scope: components["schemas"]["Scope"];
            /**
             * Format: password
             * @description Without one, the user signs in with one-time codes.
             */
            password?: string | null;
        };
        UserPreview: {
            data: components["schemas"]["User"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            requestId: string;
        };
        UserAnswer: {
            data: components["schemas"]["User"];
            requestId: string;
        };
        /**
         * @example {
         *       "scope": "write"
         *     }
         */
        UserPatch: {
            /**
             * @description The name to sign in with. No other user of the server has it, also not in another case.
             * @example alex
             */
            name?: string;
            scope?: components["schemas"]["Scope"];
        };
        UserChange: {
            data: components["schemas"]["User"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        UserDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["User"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        Channel: {
            /** Format: uuid */
            id: string;
            name: string;
            type: components["schemas"]["ChannelType"];
            enabled: boolean;
            language: components["schemas"]["ChannelLanguage"];
            /** @description The host of the address, with its port; null for mail. */
            host: string | null;
            /** @description The settings that are not secret. */
            settings: {
                events?: string;
                service?: string;
                tag?: string;
                to?: string;
                chatId?: string;
                threadId?: string;
                roomId?: string;
            };
            /** @description The secrets that are set. */
            secretsSet: components["schemas"]["ChannelSecret"][];
            /** @description The secrets to enter again before it sends anything: the host was changed, or their key is lost. */
            secretsMissing: components["schemas"]["ChannelSecret"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        ChannelPage: {
            data: components["schemas"]["Channel"][];
            pagination: components["schemas"]["Pagination"];
            requestId: string;
        };
        /** @description What the type needs. Addresses and tokens are never shown again. */
        ChannelSettings: {
            /** @description The address of the service, or of the webhook: http or https, without a user name and password. */
            url?: string | null;
            /** @description ntfy: The topic of ntfy. */
            topic?: string | null;
            /** @description The token that the service gave: of an app in Gotify, of a bot, of a user. */
            token?: string | null;
            /** @description webhook: The key that signs webhooks, as Standard Webhooks have it. Without one, they are not signed. */
            secret?: string | null;
            /** @description webhook: The changes that it gets, with commas between them: subscription.created, subscription.updated, subscription.renewed, subscription.deleted. Without them, it gets reminders only. A list of texts is taken, too. */
            events?: string | null;
            /** @description home-assistant: The id of a webhook trigger in Home Assistant. */
            webhookId?: string | null;
            /** @description home-assistant: The action in Home Assistant that notifies; notify.notify by default. */
            service?: string | null;
            /** @description apprise: The key of a configuration that the Apprise API keeps. */
            key?: string | null;
            /** @description apprise: Apprise URLs with commas between them, for an Apprise API that keeps no configuration. A list of texts is taken, too. */
            urls?: string | null;
            /** @description apprise: The tag of those services in the Apprise configuration that get the message. A list of texts is taken, too. */
            tag?: string | null;
            /** @description email: The mail addresses, with commas between them; at most five. A list of texts is taken, too. */
            to?: string | null;
            /** @description telegram: The chat that the bot writes to: a number, or the @name of a channel. */
            chatId?: string | null;
            /** @description telegram: The topic of a group in Telegram. */
            threadId?: string | null;
            /** @description matrix: The id of the room in Matrix, which begins with an exclamation mark. */
            roomId?: string | null;
        };
        /**
         * @example {
         *       "name": "Phone",
         *       "type": "ntfy",
         *       "settings": {
         *         "topic": "duebook-7Kx2"
         *       }
         *     }
         */
        ChannelDraft: {
            /**
             * @description The name to recognize the channel by.
             * @example Phone
             */
            name: string;
            type: components["schemas"]["ChannelType"];
            /**
             * @description Whether reminders are sent to it. A test is sent in any case.
             * @example true
             */
            enabled?: boolean;
            language?: components["schemas"]["ChannelLanguage"];
            settings: components["schemas"]["ChannelSettings"];
        };
        ChannelPreview: {
            data: components["schemas"]["Channel"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun: boolean;
            requestId: string;
        };
        ChannelAnswer: {
            data: components["schemas"]["Channel"];
            requestId: string;
        };
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        ChannelPatch: {
            /**
             * @description The name to recognize the channel by.
             * @example Phone
             */
            name?: string;
            /**
             * @description Whether reminders are sent to it. A test is sent in any case.
             * @example true
             */
            enabled?: boolean;
            language?: components["schemas"]["ChannelLanguage"];
            settings?: components["schemas"]["ChannelSettings"];
        };
        ChannelChange: {
            data: components["schemas"]["Channel"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        ChannelDeletion: {
            /** @description Not in the answer to a dry run. */
            deleted?: boolean;
            data?: components["schemas"]["Channel"];
            /** @description Only in the answer to a dry run: nothing was written. */
            dryRun?: boolean;
            requestId: string;
        };
        /** @enum {string} */
        ChannelTestOutcome: "sent" | "failed";
        /** @enum {string} */
        ChannelFailure: "timeout" | "unknownHost" | "notConnected" | "certificate" | "refusedAddress" | "notAllowed" | "status" | "invalidAnswer" | "secretsMissing" | "noMailServer" | "mailRefused";
        ChannelTestAnswer: {
            data: {
                outcome: components["schemas"]["ChannelTestOutcome"];
                /** @description The status that the receiver answered. */
                status?: number;
                reason?: components["schemas"]["ChannelFailure"];
                /** @description Whether it fails until the channel or a setting is changed. */
                isPermanent?: boolean;
            };
            requestId: string;
        };
    };
    responses: {
        /** @description The cached answer is still current. No body. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                ETag: components["headers"]["EntityTag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description One of `invalid_pagination`, `invalid_query`. */
        InvalidPaginationOrInvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `authentication_required`, `invalid_api_key`. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `rate_limit_exceeded`: The quota of the owner is exhausted, the address sent too many invalid keys, or too many sign-ins failed or wait; wait for Retry-After. */
        RateLimitExceeded: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `internal_error`: The server failed unexpectedly. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `storage_unavailable`: The database is locked, full, read-only or failing. Retry later. Nothing was changed, unless the message says that the outcome is not known. */
        StorageUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_subscription`, `invalid_subscription_field`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateSubscriptionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `insufficient_scope`: A key was used for an operation that needs a wider scope. */
        InsufficientScope: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `subscription_not_found`: The owner of the key has no subscription with this id. */
        SubscriptionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `too_many_subscriptions`, `too_many_entries`. */
        TooManySubscriptionsOrTooManyEntries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `payload_too_large`: The body is larger than 64 KiB (65536 bytes), or 256 KiB (262144 bytes) for a batch, or 10 MiB (10485760 bytes) for a file to import. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `idempotency_key_reused`: Within 24 hours the owner used the Idempotency-Key for another operation, record or body. Nothing was changed. */
        IdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_subscription_id`, `invalid_query`. */
        InvalidSubscriptionIdOrInvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_subscription`, `invalid_subscription_field`, `invalid_subscription_id`, `empty_patch`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdateSubscriptionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `too_many_entries`: The write would give the owner more audit entries than `--audit-entries-per-owner` allows. Deletions are possible. Nothing was changed. */
        TooManyEntries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `precondition_failed`: The record has none of the entity tags in If-Match; `current` is its present state. Nothing was changed. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                ETag: components["headers"]["EntityTag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_subscription_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteSubscriptionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_subscription_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdateDetailsError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_subscription_id`, `invalid_field`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteDetailsError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `invalid_subscription_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        RenewSubscriptionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `not_active`, `renewal_conflict`, `not_due`, `not_renewable`, `too_many_payments`, `too_many_entries`. */
        RenewSubscriptionError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_batch`, `unexpected_if_match`, `invalid_subscription`, `invalid_subscription_field`, `invalid_subscription_id`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        BatchSubscriptionsError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `not_active`, `renewal_conflict`, `not_due`, `not_renewable`, `too_many_subscriptions`, `too_many_payments`, `too_many_entries`. */
        BatchSubscriptionsError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `invalid_query`: A query parameter is unknown, repeated, or its value is not valid; `field` names it. */
        InvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_audit_entry_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        RevertAuditEntryError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `audit_entry_not_found`: The owner of the key has no audit entry with this id. Deleting a subscription also deletes its entries. */
        AuditEntryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `revert_conflict`, `not_revertible`, `user_exists`, `last_admin`, `too_many_entries`. */
        RevertAuditEntryError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `invalid_query`. */
        InvalidIdOrInvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `payment_not_found`: The owner of the key has no payment with this id. It may be removed, or its renewal reverted. */
        PaymentNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdatePaymentError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeletePaymentError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdatePreferencesError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateReminderError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `reminder_not_found`: The owner of the key has no rule of reminders with this id. */
        ReminderNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `too_many_reminders`, `too_many_entries`. */
        TooManyRemindersOrTooManyEntries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdateReminderError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteReminderError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        RetryDeliveryError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `delivery_not_found`: The owner of the key has no delivery with this id. */
        DeliveryNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `delivery_not_failed`, `channel_disabled`, `too_many_entries`. */
        RetryDeliveryError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unsupported_option`, `invalid_query`. */
        CreateSessionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `sign_in_failed`: The key, code, name or password of a sign-in is not valid, or the proxy has named no user; the answer does not say which. */
        SignInFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "WWW-Authenticate": components["headers"]["Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `unknown_host`, `origin_not_allowed`. */
        UnknownHostOrOriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `session_required`: An operation on the session was called with an API key, or on the password with a session that has no user. */
        SessionRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `unsupported_option`, `invalid_query`. */
        UnsupportedOptionOrInvalidQuery: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unsupported_option`, `invalid_query`. */
        SetPasswordError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `unexpected_body`, `unsupported_option`, `invalid_query`. */
        CreateOwnSignInCodeError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unsupported_option`, `invalid_query`. */
        EndSessionError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `session_not_found`: The user of the session, or the key that it was signed in with, has no session with this id. */
        SessionNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `unreadable_import`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        ImportSubscriptionsError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `too_many_subscriptions`, `too_many_payments`, `too_many_entries`. */
        ImportSubscriptionsError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `import_refused`, `idempotency_key_reused`. */
        ImportRefusedOrIdempotencyKeyReused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `server_busy`, `storage_unavailable`. */
        ServerBusyOrStorageUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        RevertImportError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `import_not_found`: The owner of the key has no import with this id. */
        ImportNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `import_changed`, `already_reverted`, `too_many_entries`. */
        RevertImportError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateFeedError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `feed_not_found`: The owner of the key has no calendar feed with this id, or no calendar is at this link. */
        FeedNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteFeedError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateKeyError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        RevokeKeyError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `key_not_found`: The owner of the key has no key or session with this id. */
        KeyNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unexpected_if_match`, `unsupported_option`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateUserError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `user_not_found`: The owner of the key has no user with this id. */
        UserNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `user_exists`, `too_many_entries`. */
        UserExistsOrTooManyEntries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdateUserError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `user_exists`, `last_admin`, `too_many_entries`. */
        UpdateUserError409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteUserError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `own_user`, `last_admin`. */
        OwnUserOrLastAdmin: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `unsupported_option`, `invalid_query`. */
        CreateSignInCodeError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `unexpected_if_match`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        CreateChannelError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `channel_not_found`: The owner of the key has no channel with this id. */
        ChannelNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `too_many_webhooks`, `too_many_entries`. */
        TooManyWebhooksOrTooManyEntries: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_json`, `invalid_field`, `unknown_field`, `empty_patch`, `invalid_id`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        UpdateChannelError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `invalid_if_match`, `invalid_idempotency_key`, `invalid_query`. */
        DeleteChannelError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description One of `invalid_id`, `unexpected_body`, `unsupported_option`, `invalid_query`. */
        TestChannelError400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: {
        /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
        IfNoneMatch: string;
        /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
        IdempotencyKey: string;
        /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request, as in the body.
         * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
         */
        RequestId: string;
        /**
         * @description Answers must not be cached.
         * @example no-store
         */
        CacheControl: string;
        /**
         * @description The headers a page may read.
         * @example X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location
         */
        ExposeHeaders: string;
        /**
         * @description The requests that the window allows.
         * @example 3600
         */
        RateLimitLimit: number;
        /**
         * @description The requests left in the window.
         * @example 3599
         */
        RateLimitRemaining: number;
        /**
         * @description The end of the window, in seconds since 1970.
         * @example 1781568000
         */
        RateLimitReset: number;
        /**
         * @description Identifies this content; for If-Match and If-None-Match.
         * @example "9a3f0c55e1d2b784"
         */
        EntityTag: string;
        /**
         * @description Only present when this is the replayed answer of an earlier request.
         * @example true
         */
        IdempotencyReplayed: string;
        /**
         * @description The path of the created record.
         * @example /api/v1/subscriptions/01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
         */
        Location: string;
        /**
         * @description The seconds to wait.
         * @example 60
         */
        RetryAfter: number;
        /**
         * @description The authentication scheme.
         * @example Bearer
         */
        Authenticate: string;
        /**
         * @description Any page may read the answer.
         * @example *
         */
        AllowOrigin: string;
        /**
         * @description The methods a page may use.
         * @example GET, POST, PATCH, DELETE, OPTIONS
         */
        AllowMethods: string;
        /**
         * @description The headers a page may send.
         * @example Authorization, Content-Type
         */
        AllowHeaders: string;
        /**
         * @description The seconds for which a browser may cache this answer.
         * @example 7200
         */
        MaxAge: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSubscriptions: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description Only those with this status. */
                status?: components["schemas"]["Status"];
                /** @description Only those with exactly this category. */
                category?: string;
                /** @description Only those with this billing period. */
                period?: components["schemas"]["Period"];
                /** @description Only those whose name, or with include also notes and tags, contains this text, ignoring case. */
                q?: string;
                /** @description Only those whose next payment is due on or before this day, such as 2026-07-31. */
                expiringBefore?: string;
                /** @description The order; a leading - means descending. */
                sort?: components["schemas"]["Sort"];
                /** @description With details, each record has the member details, and the ETag is that of both. */
                include?: components["schemas"]["Include"];
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of subscriptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "category": "Streaming",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "period": "monthly",
                     *           "lastPaymentDate": "2026-06-15",
                     *           "nextPaymentDate": "2026-07-15",
                     *           "notificationEnabled": true,
                     *           "status": "active",
                     *           "createdAt": "2026-06-16T08:00:00.000Z",
                     *           "updatedAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "query": {
                     *         "sort": "-createdAt",
                     *         "filters": {
                     *           "status": "active"
                     *         }
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createSubscription: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionDraft"];
            };
        };
        responses: {
            /** @description A dry run: the subscription that would be stored. Its id is not kept. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *         "name": "Netflix",
                     *         "category": "Streaming",
                     *         "amount": 15.99,
                     *         "currency": "USD",
                     *         "period": "monthly",
                     *         "lastPaymentDate": "2026-06-15",
                     *         "nextPaymentDate": "2026-07-15",
                     *         "notificationEnabled": true,
                     *         "status": "active",
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "dryRun": true,
                     *       "warnings": [
                     *         {
                     *           "code": "possible_duplicate",
                     *           "message": "A subscription that is not cancelled has the same name: this one may already be recorded.",
                     *           "subscriptionIds": [
                     *             "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionPreview"];
                };
            };
            /** @description The stored subscription. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *         "name": "Netflix",
                     *         "category": "Streaming",
                     *         "amount": 15.99,
                     *         "currency": "USD",
                     *         "period": "monthly",
                     *         "lastPaymentDate": "2026-06-15",
                     *         "nextPaymentDate": "2026-07-15",
                     *         "notificationEnabled": true,
                     *         "status": "active",
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            400: components["responses"]["CreateSubscriptionError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["TooManySubscriptionsOrTooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    preflightSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page may call this path. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "Access-Control-Allow-Methods": components["headers"]["AllowMethods"];
                    "Access-Control-Allow-Headers": components["headers"]["AllowHeaders"];
                    "Access-Control-Max-Age": components["headers"]["MaxAge"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: {
                /** @description With details, each record has the member details, and the ETag is that of both. */
                include?: components["schemas"]["Include"];
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *         "name": "Netflix",
                     *         "category": "Streaming",
                     *         "amount": 15.99,
                     *         "currency": "USD",
                     *         "period": "monthly",
                     *         "lastPaymentDate": "2026-06-15",
                     *         "nextPaymentDate": "2026-07-15",
                     *         "notificationEnabled": true,
                     *         "status": "active",
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SubscriptionAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidSubscriptionIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription is deleted. A dry run: the subscription that would be deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deletion"];
                };
            };
            400: components["responses"]["DeleteSubscriptionError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    preflightSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Any id; it is ignored.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page may call this path. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "Access-Control-Allow-Methods": components["headers"]["AllowMethods"];
                    "Access-Control-Allow-Headers": components["headers"]["AllowHeaders"];
                    "Access-Control-Max-Age": components["headers"]["MaxAge"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSubscription: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
                /** @description With details, each record has the member details, and the ETag is that of both. */
                include?: components["schemas"]["Include"];
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionPatch"];
            };
        };
        responses: {
            /** @description The updated subscription. A dry run: the subscription after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionChange"];
                };
            };
            400: components["responses"]["UpdateSubscriptionError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getDetails: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The details. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "notes": "Shared with the neighbours.",
                     *         "url": "https://www.netflix.com/account",
                     *         "paymentMethod": "Visa 1234",
                     *         "tags": [
                     *           "family",
                     *           "video"
                     *         ],
                     *         "trialEndsOn": "2026-07-14",
                     *         "endsOn": "2027-06-15",
                     *         "cancelBefore": "2027-05-15",
                     *         "termEndsOn": "2027-06-15",
                     *         "termMonths": 12,
                     *         "noticePeriod": {
                     *           "count": 1,
                     *           "unit": "months"
                     *         },
                     *         "keepThrough": "2026-06-15",
                     *         "anchorDay": 31,
                     *         "autoRenew": true,
                     *         "everyMonths": null,
                     *         "noticeBy": "2027-05-15"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["DetailsAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidSubscriptionIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteDetails: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The details are cleared. A dry run: the details that would be cleared. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailsDeletion"];
                };
            };
            400: components["responses"]["DeleteDetailsError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateDetails: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetailsPatch"];
            };
        };
        responses: {
            /** @description The updated details. A dry run: the details after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetailsChange"];
                };
            };
            400: components["responses"]["UpdateDetailsError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    renewSubscription: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Renewal"];
            };
        };
        responses: {
            /** @description The renewed subscription. A dry run: the subscription after the renewal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionChange"];
                };
            };
            400: components["responses"]["RenewSubscriptionError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["RenewSubscriptionError409"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    batchSubscriptions: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Batch"];
            };
        };
        responses: {
            /** @description All operations succeeded; the results have the order of the operations. A dry run: what each operation would store or delete. Ids of records to create are not kept. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["BatchSubscriptionsError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["SubscriptionNotFound"];
            409: components["responses"]["BatchSubscriptionsError409"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getSpendSummary: {
        parameters: {
            query?: {
                /** @description The number of days ahead in which renewals are listed. */
                horizonDays?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "summary": {
                     *         "asOf": "2026-06-16T08:00:00.000Z",
                     *         "horizonDays": 30,
                     *         "counts": {
                     *           "total": 1,
                     *           "active": 1,
                     *           "paused": 0,
                     *           "cancelled": 0
                     *         },
                     *         "byCurrency": [
                     *           {
                     *             "currency": "USD",
                     *             "activeSubscriptions": 1,
                     *             "monthlyTotal": 15.99,
                     *             "yearlyTotal": 191.88
                     *           }
                     *         ],
                     *         "byCategory": [
                     *           {
                     *             "category": "Streaming",
                     *             "activeSubscriptions": 1,
                     *             "monthlyTotalsByCurrency": {
                     *               "USD": 15.99
                     *             }
                     *           }
                     *         ],
                     *         "upcomingRenewals": [
                     *           {
                     *             "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *             "name": "Netflix",
                     *             "category": "Streaming",
                     *             "amount": 15.99,
                     *             "currency": "USD",
                     *             "period": "monthly",
                     *             "nextPaymentDate": "2026-07-15",
                     *             "daysUntilRenewal": 29
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SummaryAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    findDuplicateSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups, the largest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "duplicates": [
                     *         {
                     *           "normalizedName": "netflix",
                     *           "subscriptions": [
                     *             {
                     *               "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *               "name": "Netflix",
                     *               "category": "Streaming",
                     *               "amount": 15.99,
                     *               "currency": "USD",
                     *               "period": "monthly",
                     *               "status": "active"
                     *             },
                     *             {
                     *               "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79",
                     *               "name": "netflix",
                     *               "category": "Streaming",
                     *               "amount": 9.99,
                     *               "currency": "USD",
                     *               "period": "monthly",
                     *               "status": "active"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["DuplicatesAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getOptimizationSuggestions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidates: the monthly ones by currency, each list with the most expensive first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "optimizations": {
                     *         "monthlyToAnnual": [
                     *           {
                     *             "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *             "name": "Netflix",
                     *             "currency": "USD",
                     *             "monthlyAmount": 15.99,
                     *             "yearlyAtCurrentRate": 191.88
                     *           }
                     *         ],
                     *         "aboveAverageInCurrency": [
                     *           {
                     *             "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *             "name": "Netflix",
                     *             "currency": "USD",
                     *             "monthlyEquivalent": 15.99,
                     *             "currencyMonthlyAverage": 5.33
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["OptimizationsAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listUpcomingPayments: {
        parameters: {
            query?: {
                /** @description The first day; today by default. */
                from?: string;
                /** @description The last day, at most 1100 days after from; 30 days after it by default. */
                to?: string;
                /** @description With deadlines, the answer also has those of the next 45 days: see listDeadlines. */
                include?: components["schemas"]["PaymentsInclude"];
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments, the next first, and the overdue ones, the oldest first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "payments": [
                     *         {
                     *           "date": "2026-07-15",
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "category": "Streaming",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "period": "monthly"
                     *         }
                     *       ],
                     *       "overdue": [],
                     *       "overdueTotal": 0,
                     *       "totalsByCurrency": {
                     *         "USD": 15.99
                     *       },
                     *       "from": "2026-06-16",
                     *       "to": "2026-07-16",
                     *       "pagination": {
                     *         "limit": 100,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["UpcomingPaymentsAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getForecast: {
        parameters: {
            query?: {
                /** @description The number of months, the rest of this month included. */
                months?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The forecast. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "forecast": {
                     *         "asOf": "2026-06-16T08:00:00.000Z",
                     *         "overdue": {
                     *           "payments": 0,
                     *           "totalsByCurrency": {}
                     *         },
                     *         "months": [
                     *           {
                     *             "month": "2026-06",
                     *             "payments": 0,
                     *             "totalsByCurrency": {},
                     *             "byCategory": []
                     *           },
                     *           {
                     *             "month": "2026-07",
                     *             "payments": 1,
                     *             "totalsByCurrency": {
                     *               "USD": 15.99
                     *             },
                     *             "byCategory": [
                     *               {
                     *                 "category": "Streaming",
                     *                 "totalsByCurrency": {
                     *                   "USD": 15.99
                     *                 }
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ForecastAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listDeadlines: {
        parameters: {
            query?: {
                /** @description The days ahead. */
                days?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deadlines, the next first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deadlines": [
                     *         {
                     *           "kind": "notice",
                     *           "date": "2026-07-15",
                     *           "daysLeft": 29,
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "period": "monthly",
                     *           "yearlyCost": 191.88,
                     *           "termEndsOn": "2026-08-15"
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["DeadlinesAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listPrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "prices": [
                     *         {
                     *           "since": "2026-09-01T08:00:00.000Z",
                     *           "amount": 17.99,
                     *           "currency": "USD",
                     *           "period": "monthly",
                     *           "changePercent": 12.51
                     *         },
                     *         {
                     *           "since": "2026-06-16T08:00:00.000Z",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "period": "monthly"
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["PricesAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidSubscriptionIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["SubscriptionNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listPriceChanges: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description Only changes from this day or date-time on. Default: 365 days before now. */
                since?: string;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "previousAmount": 15.99,
                     *           "since": "2026-09-01T08:00:00.000Z",
                     *           "amount": 17.99,
                     *           "currency": "USD",
                     *           "period": "monthly",
                     *           "changePercent": 12.51
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["PriceChangesPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description Only the entries of this subscription. */
                subscriptionId?: string;
                /** @description Only the entries of this action. */
                action?: components["schemas"]["AuditAction"];
                /** @description Only the changes made with this key. */
                apiKeyId?: string;
                /** @description Only changes from this day or date-time on. */
                since?: string;
                /** @description Only changes before this day or date-time. */
                until?: string;
                /** @description With actor, each entry says who made the change. */
                include?: components["schemas"]["AuditInclude"];
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a",
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "apiKeyId": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00",
                     *           "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b",
                     *           "action": "subscription.create",
                     *           "metadata": {
                     *             "after": {
                     *               "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *               "name": "Netflix",
                     *               "category": "Streaming",
                     *               "amount": 15.99,
                     *               "currency": "USD",
                     *               "period": "monthly",
                     *               "lastPaymentDate": "2026-06-15",
                     *               "nextPaymentDate": "2026-07-15",
                     *               "notificationEnabled": true,
                     *               "status": "active",
                     *               "createdAt": "2026-06-16T08:00:00.000Z",
                     *               "updatedAt": "2026-06-16T08:00:00.000Z"
                     *             }
                     *           },
                     *           "createdAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    revertAuditEntry: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the audit entry.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the entry is about, restored. A dry run: what it would be after the revert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevertAnswer"];
                };
            };
            400: components["responses"]["RevertAuditEntryError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["AuditEntryNotFound"];
            409: components["responses"]["RevertAuditEntryError409"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "revision": 42,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["RevisionAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description The first day of payment. */
                from?: string;
                /** @description The last day of payment. */
                to?: string;
                /** @description Only the payments of this subscription. */
                subscriptionId?: string;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of payments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b",
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "dueOn": "2026-07-15",
                     *           "paidOn": "2026-07-15",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "source": "manual"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getSpent: {
        parameters: {
            query?: {
                /** @description The first day of payment. */
                from?: string;
                /** @description The last day of payment. */
                to?: string;
                /** @description Only the payments of this subscription. */
                subscriptionId?: string;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "spent": {
                     *         "from": "2026-01-01",
                     *         "to": "2026-07-20",
                     *         "totalsByCurrency": {
                     *           "USD": 15.99
                     *         },
                     *         "byCategory": [
                     *           {
                     *             "category": "Streaming",
                     *             "totalsByCurrency": {
                     *               "USD": 15.99
                     *             }
                     *           }
                     *         ],
                     *         "byMonth": [
                     *           {
                     *             "month": "2026-07",
                     *             "totalsByCurrency": {
                     *               "USD": 15.99
                     *             }
                     *           }
                     *         ],
                     *         "bySubscription": [
                     *           {
                     *             "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *             "name": "Netflix",
                     *             "payments": 1,
                     *             "totalsByCurrency": {
                     *               "USD": 15.99
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SpentAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the payment.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b",
                     *         "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *         "dueOn": "2026-07-15",
                     *         "paidOn": "2026-07-15",
                     *         "amount": 15.99,
                     *         "currency": "USD",
                     *         "source": "manual"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["PaymentNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deletePayment: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment is removed. A dry run: the payment that would be removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentDeletion"];
                };
            };
            400: components["responses"]["DeletePaymentError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updatePayment: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentPatch"];
            };
        };
        responses: {
            /** @description The corrected payment. A dry run: the payment after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentChange"];
                };
            };
            400: components["responses"]["UpdatePaymentError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["PaymentNotFound"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "autoRenew": true,
                     *         "householdName": "Elm Street 12"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["PreferencesAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updatePreferences: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesPatch"];
            };
        };
        responses: {
            /** @description The updated preferences. A dry run: the preferences after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesChange"];
                };
            };
            400: components["responses"]["UpdatePreferencesError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts and the limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usage": {
                     *         "subscriptions": {
                     *           "count": 42,
                     *           "limit": 500
                     *         },
                     *         "payments": {
                     *           "count": 1310,
                     *           "limit": 20000
                     *         },
                     *         "auditEntries": {
                     *           "count": 1627
                     *         }
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["UsageAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *           "subscriptionId": null,
                     *           "event": "renewal",
                     *           "daysBefore": [
                     *             3,
                     *             0
                     *           ],
                     *           "daysAfter": null,
                     *           "at": "09:00",
                     *           "channelIds": null,
                     *           "enabled": true,
                     *           "channelCount": 1,
                     *           "createdAt": "2026-06-16T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createReminder: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderDraft"];
            };
        };
        responses: {
            /** @description A dry run: the rule that would be created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *         "subscriptionId": null,
                     *         "event": "renewal",
                     *         "daysBefore": [
                     *           3,
                     *           0
                     *         ],
                     *         "daysAfter": null,
                     *         "at": "09:00",
                     *         "channelIds": null,
                     *         "enabled": true,
                     *         "channelCount": 1,
                     *         "createdAt": "2026-06-16T12:00:00.000Z"
                     *       },
                     *       "dryRun": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderDryRun"];
                };
            };
            /** @description The rule. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *         "subscriptionId": null,
                     *         "event": "renewal",
                     *         "daysBefore": [
                     *           3,
                     *           0
                     *         ],
                     *         "daysAfter": null,
                     *         "at": "09:00",
                     *         "channelIds": null,
                     *         "enabled": true,
                     *         "channelCount": 1,
                     *         "createdAt": "2026-06-16T12:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderAnswer"];
                };
            };
            400: components["responses"]["CreateReminderError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ReminderNotFound"];
            409: components["responses"]["TooManyRemindersOrTooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    previewReminders: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description The days ahead. */
                days?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of what will be sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "sendAt": "2026-07-12T09:00:00.000Z",
                     *           "ruleId": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *           "event": "renewal",
                     *           "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "dueOn": "2026-07-15",
                     *           "days": 3,
                     *           "channelIds": [
                     *             "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00"
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderPreview"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the rule.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *         "subscriptionId": null,
                     *         "event": "renewal",
                     *         "daysBefore": [
                     *           3,
                     *           0
                     *         ],
                     *         "daysAfter": null,
                     *         "at": "09:00",
                     *         "channelIds": null,
                     *         "enabled": true,
                     *         "channelCount": 1,
                     *         "createdAt": "2026-06-16T12:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ReminderAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["ReminderNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteReminder: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the rule.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. A dry run: the rule that would be deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderDeletion"];
                };
            };
            400: components["responses"]["DeleteReminderError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ReminderNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateReminder: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the rule.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReminderPatch"];
            };
        };
        responses: {
            /** @description The updated rule. A dry run: the rule after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderChange"];
                };
            };
            400: components["responses"]["UpdateReminderError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ReminderNotFound"];
            409: components["responses"]["TooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description Only those in this state. */
                state?: components["schemas"]["DeliveryState"];
                /** @description Only those to this channel. */
                channelId?: string;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00",
                     *           "channelId": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00",
                     *           "type": "reminder.due",
                     *           "ruleId": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *           "subscriptionIds": [
                     *             "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77"
                     *           ],
                     *           "dueOn": "2026-07-15",
                     *           "reminders": [
                     *             {
                     *               "ruleId": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00",
                     *               "subscriptionId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *               "event": "renewal",
                     *               "dueOn": "2026-07-15",
                     *               "days": 3
                     *             }
                     *           ],
                     *           "sendAt": "2026-07-12T09:00:00.000Z",
                     *           "state": "failed",
                     *           "attempts": 7,
                     *           "lastStatus": 503,
                     *           "lastError": "status",
                     *           "nextAttemptAt": null,
                     *           "sentAt": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the delivery.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is pending. A dry run: the delivery after it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryChange"];
                };
            };
            400: components["responses"]["RetryDeliveryError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["DeliveryNotFound"];
            409: components["responses"]["RetryDeliveryError409"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "user": "alex",
                     *         "owner": "default",
                     *         "householdName": "Elm Street 12",
                     *         "scope": "write",
                     *         "expiresAt": "2026-07-16T12:00:00.000Z",
                     *         "today": "2026-06-16",
                     *         "timeZone": "Europe/Berlin",
                     *         "currencies": [
                     *           "CNY",
                     *           "USD",
                     *           "EUR",
                     *           "JPY",
                     *           "GBP",
                     *           "AUD",
                     *           "CAD",
                     *           "CHF",
                     *           "HKD",
                     *           "SGD",
                     *           "PLN"
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description The new session, with its token. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "token": "dbk_s_4fK9…",
                     *         "user": "alex",
                     *         "owner": "default",
                     *         "householdName": "Elm Street 12",
                     *         "scope": "write",
                     *         "expiresAt": "2026-07-16T12:00:00.000Z",
                     *         "today": "2026-06-16",
                     *         "timeZone": "Europe/Berlin",
                     *         "currencies": [
                     *           "CNY",
                     *           "USD",
                     *           "EUR",
                     *           "JPY",
                     *           "GBP",
                     *           "AUD",
                     *           "CAD",
                     *           "CHF",
                     *           "HKD",
                     *           "SGD",
                     *           "PLN"
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["NewSessionAnswer"];
                };
            };
            400: components["responses"]["CreateSessionError400"];
            401: components["responses"]["SignInFailed"];
            403: components["responses"]["UnknownHostOrOriginNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionEnd"];
                };
            };
            400: components["responses"]["UnsupportedOptionOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description The session, which goes on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "user": "alex",
                     *         "owner": "default",
                     *         "householdName": "Elm Street 12",
                     *         "scope": "write",
                     *         "expiresAt": "2026-07-16T12:00:00.000Z",
                     *         "today": "2026-06-16",
                     *         "timeZone": "Europe/Berlin",
                     *         "currencies": [
                     *           "CNY",
                     *           "USD",
                     *           "EUR",
                     *           "JPY",
                     *           "GBP",
                     *           "AUD",
                     *           "CAD",
                     *           "CHF",
                     *           "HKD",
                     *           "SGD",
                     *           "PLN"
                     *         ]
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionAnswer"];
                };
            };
            400: components["responses"]["SetPasswordError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            409: components["responses"]["TooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createOwnSignInCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "code": "7K2M-9XQD-04ZT-HBWC",
                     *         "link": "https://duebook.example/sign-in#code=7K2M-9XQD-04ZT-HBWC",
                     *         "expiresAt": "2026-06-16T08:15:00.000Z",
                     *         "scope": "write"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInCodeAnswer"];
                };
            };
            400: components["responses"]["CreateOwnSignInCodeError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions: 50 at most. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00",
                     *           "name": "Firefox on Linux",
                     *           "scope": "write",
                     *           "createdAt": "2026-06-16T08:00:00.000Z",
                     *           "lastUsedAt": "2026-06-16T11:00:00.000Z",
                     *           "expiresAt": "2026-07-16T12:00:00.000Z",
                     *           "current": true
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the session.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SessionEnd"];
                };
            };
            400: components["responses"]["EndSessionError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SessionRequired"];
            404: components["responses"]["SessionNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    importSubscriptions: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
                /** @description The format of the file. By default, it is detected from the content. */
                format?: components["schemas"]["ImportFormatChoice"];
                /** @description What to do with a record whose name, currency and period a subscription has. */
                onDuplicate?: components["schemas"]["DuplicateChoice"];
                /** @description Whether a faulty record refuses the file, or is left out. */
                onError?: components["schemas"]["FaultChoice"];
                /** @description Which field a column of a CSV file is, as column:field,column:field with both percent-encoded. Without a field, the column is ignored. */
                mapping?: string;
                /** @description Which currency a symbol means, as symbol:code,symbol:code with the symbol percent-encoded. */
                currencyFor?: string;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The report: what became of each record. A dry run: what would become of each record, and its values. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            400: components["responses"]["ImportSubscriptionsError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["ImportSubscriptionsError409"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["ImportRefusedOrIdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServerBusyOrStorageUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00",
                     *           "at": "2026-06-16T12:00:00.000Z",
                     *           "format": "duebook",
                     *           "rows": 2,
                     *           "created": 1,
                     *           "updated": 0,
                     *           "revertedAt": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    revertImport: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the import.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2e00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import is reverted. A dry run: nothing is reverted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReverted"];
                };
            };
            400: components["responses"]["RevertImportError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ImportNotFound"];
            409: components["responses"]["RevertImportError409"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
                /** @description Only the changes of this type of entity. */
                entityType?: components["schemas"]["EntityType"];
                /** @description Only the changes of this entity. */
                entityId?: string;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a",
                     *           "entityType": "owner",
                     *           "entityId": null,
                     *           "action": "preferences.update",
                     *           "actor": {
                     *             "kind": "session",
                     *             "name": "alex"
                     *           },
                     *           "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7b",
                     *           "metadata": {
                     *             "before": {
                     *               "autoRenew": false
                     *             },
                     *             "after": {
                     *               "autoRenew": true
                     *             },
                     *             "patch": {
                     *               "autoRenew": true
                     *             }
                     *           },
                     *           "createdAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ActivityPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    exportSubscriptions: {
        parameters: {
            query?: {
                /** @description The format: json, or csv for spreadsheets. */
                format?: components["schemas"]["ExportFormat"];
                /** @description With true, an apostrophe stands before each text of a CSV file that a spreadsheet could take for a formula. */
                safe?: boolean;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All subscriptions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "duebook",
                     *       "version": 1,
                     *       "exportedAt": "2026-06-16T12:00:00.000Z",
                     *       "subscriptions": [
                     *         {
                     *           "id": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77",
                     *           "name": "Netflix",
                     *           "category": "Streaming",
                     *           "amount": 15.99,
                     *           "currency": "USD",
                     *           "period": "monthly",
                     *           "lastPaymentDate": "2026-06-15",
                     *           "nextPaymentDate": "2026-07-15",
                     *           "notificationEnabled": true,
                     *           "status": "active",
                     *           "createdAt": "2026-06-16T08:00:00.000Z",
                     *           "updatedAt": "2026-06-16T08:00:00.000Z",
                     *           "details": {
                     *             "notes": null,
                     *             "url": null,
                     *             "paymentMethod": null,
                     *             "tags": [],
                     *             "trialEndsOn": null,
                     *             "endsOn": null,
                     *             "cancelBefore": null,
                     *             "termEndsOn": null,
                     *             "termMonths": null,
                     *             "noticePeriod": null,
                     *             "keepThrough": null,
                     *             "anchorDay": null,
                     *             "autoRenew": null,
                     *             "everyMonths": null
                     *           },
                     *           "payments": [
                     *             {
                     *               "dueOn": "2026-06-15",
                     *               "paidOn": "2026-07-16",
                     *               "amount": 15.99,
                     *               "currency": "USD",
                     *               "source": "manual"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                    "text/csv": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of feeds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *           "name": "Bills",
                     *           "status": "active",
                     *           "category": null,
                     *           "tag": null,
                     *           "daysAhead": 400,
                     *           "daysBack": 60,
                     *           "alarmDaysBefore": 1,
                     *           "createdAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createFeed: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedDraft"];
            };
        };
        responses: {
            /** @description A dry run: the feed as it would be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *         "name": "Bills",
                     *         "status": "active",
                     *         "category": null,
                     *         "tag": null,
                     *         "daysAhead": 400,
                     *         "daysBack": 60,
                     *         "alarmDaysBefore": 1,
                     *         "createdAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "dryRun": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedPreview"];
                };
            };
            /** @description The feed. The ETag is that of the feed without its link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *         "name": "Bills",
                     *         "status": "active",
                     *         "category": null,
                     *         "tag": null,
                     *         "daysAhead": 400,
                     *         "daysBack": 60,
                     *         "alarmDaysBefore": 1,
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "url": "https://duebook.example/feeds/dbk_f_….ics"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["FeedAnswer"];
                };
            };
            400: components["responses"]["CreateFeedError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["FeedNotFound"];
            409: components["responses"]["TooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteFeed: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the feed.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed is deleted. A dry run: the feed that would be deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedDeletion"];
                };
            };
            400: components["responses"]["DeleteFeedError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["FeedNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys and sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00",
                     *           "name": "phone",
                     *           "kind": "key",
                     *           "scope": "write",
                     *           "start": "dbk_w_1aB2c",
                     *           "createdAt": "2026-06-16T08:00:00.000Z",
                     *           "lastUsedAt": null,
                     *           "expiresAt": null,
                     *           "revokedAt": null,
                     *           "user": null
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyDraft"];
            };
        };
        responses: {
            /** @description A dry run: the entry that the key would have. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00",
                     *         "name": "phone",
                     *         "kind": "key",
                     *         "scope": "write",
                     *         "start": "dbk_w_1aB2c",
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "lastUsedAt": null,
                     *         "expiresAt": null,
                     *         "revokedAt": null,
                     *         "user": null
                     *       },
                     *       "dryRun": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyPreview"];
                };
            };
            /** @description The key. The ETag is that of the entry without the key itself. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00",
                     *         "name": "phone",
                     *         "kind": "key",
                     *         "scope": "write",
                     *         "start": "dbk_w_1aB2c",
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "lastUsedAt": null,
                     *         "expiresAt": null,
                     *         "revokedAt": null,
                     *         "user": null,
                     *         "key": "dbk_w_…"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["KeyAnswer"];
                };
            };
            400: components["responses"]["CreateKeyError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            409: components["responses"]["TooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the key or session.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2a00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. A dry run: the entry that would be revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyRevocation"];
                };
            };
            400: components["responses"]["RevokeKeyError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["KeyNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *           "name": "alex",
                     *           "owner": "default",
                     *           "scope": "write",
                     *           "hasPassword": false,
                     *           "createdAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserDraft"];
            };
        };
        responses: {
            /** @description A dry run: the user that would be created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *         "name": "alex",
                     *         "owner": "default",
                     *         "scope": "write",
                     *         "hasPassword": false,
                     *         "createdAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "dryRun": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["UserPreview"];
                };
            };
            /** @description The user. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00",
                     *         "name": "alex",
                     *         "owner": "default",
                     *         "scope": "write",
                     *         "hasPassword": false,
                     *         "createdAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["CreateUserError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["UserExistsOrTooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteUser: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted. A dry run: the user that would be deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDeletion"];
                };
            };
            400: components["responses"]["DeleteUserError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["OwnUserOrLastAdmin"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description The updated user. A dry run: the user after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserChange"];
                };
            };
            400: components["responses"]["UpdateUserError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["UpdateUserError409"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createSignInCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the user.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2b00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "code": "7K2M-9XQD-04ZT-HBWC",
                     *         "link": "https://duebook.example/sign-in#code=7K2M-9XQD-04ZT-HBWC",
                     *         "expiresAt": "2026-06-16T08:15:00.000Z",
                     *         "scope": "write"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInCodeAnswer"];
                };
            };
            400: components["responses"]["CreateSignInCodeError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["UserNotFound"];
            409: components["responses"]["TooManyEntries"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description The most records to return. */
                limit?: number;
                /** @description The number of records to skip. */
                offset?: number;
            };
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of channels. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00",
                     *           "name": "Phone",
                     *           "type": "ntfy",
                     *           "enabled": true,
                     *           "language": "en",
                     *           "host": "ntfy.sh",
                     *           "settings": {},
                     *           "secretsSet": [
                     *             "url",
                     *             "topic"
                     *           ],
                     *           "secretsMissing": [],
                     *           "createdAt": "2026-06-16T08:00:00.000Z",
                     *           "updatedAt": "2026-06-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "limit": 50,
                     *         "offset": 0,
                     *         "hasMore": false
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelPage"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidPaginationOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    createChannel: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelDraft"];
            };
        };
        responses: {
            /** @description A dry run: the channel that would be created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00",
                     *         "name": "Phone",
                     *         "type": "ntfy",
                     *         "enabled": true,
                     *         "language": "en",
                     *         "host": "ntfy.sh",
                     *         "settings": {},
                     *         "secretsSet": [
                     *           "url",
                     *           "topic"
                     *         ],
                     *         "secretsMissing": [],
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "dryRun": true,
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelPreview"];
                };
            };
            /** @description The channel. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00",
                     *         "name": "Phone",
                     *         "type": "ntfy",
                     *         "enabled": true,
                     *         "language": "en",
                     *         "host": "ntfy.sh",
                     *         "settings": {},
                     *         "secretsSet": [
                     *           "url",
                     *           "topic"
                     *         ],
                     *         "secretsMissing": [],
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
            400: components["responses"]["CreateChannelError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ChannelNotFound"];
            409: components["responses"]["TooManyWebhooksOrTooManyEntries"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an answer that the client has cached, with its quotes. If it is still current, the answer is 304 without a body. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the channel.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00",
                     *         "name": "Phone",
                     *         "type": "ntfy",
                     *         "enabled": true,
                     *         "language": "en",
                     *         "host": "ntfy.sh",
                     *         "settings": {},
                     *         "secretsSet": [
                     *           "url",
                     *           "topic"
                     *         ],
                     *         "secretsMissing": [],
                     *         "createdAt": "2026-06-16T08:00:00.000Z",
                     *         "updatedAt": "2026-06-16T08:00:00.000Z"
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["InvalidIdOrInvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ChannelNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the channel.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is deleted. A dry run: the channel that would be deleted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelDeletion"];
                };
            };
            400: components["responses"]["DeleteChannelError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ChannelNotFound"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    updateChannel: {
        parameters: {
            query?: {
                /** @description With true, everything is checked and the answer shows the outcome, but nothing is written. */
                dryRun?: boolean;
            };
            header?: {
                /** @description The ETag of your last read of the record, such as "9a3f0c55e1d2b784", with its quotes. If the record has another one now, nothing is written and the answer is 412 with the present record. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description To retry safely, send the same key again: 1 to 255 visible ASCII characters, such as a UUID, new for each new request. If the same request arrives again with it within 24 hours, nothing is written and the first answer is replayed. A dry run ignores it. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the channel.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelPatch"];
            };
        };
        responses: {
            /** @description The updated channel. A dry run: the channel after the update. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    ETag: components["headers"]["EntityTag"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelChange"];
                };
            };
            400: components["responses"]["UpdateChannelError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ChannelNotFound"];
            409: components["responses"]["TooManyWebhooksOrTooManyEntries"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the channel.
                 * @example 01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of the test: the status of the receiver, or the reason of a failure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "X-RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "X-RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "X-RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "outcome": "sent",
                     *         "status": 200
                     *       },
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelTestAnswer"];
                };
            };
            400: components["responses"]["TestChannelError400"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["InsufficientScope"];
            404: components["responses"]["ChannelNotFound"];
            429: components["responses"]["RateLimitExceeded"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["StorageUnavailable"];
        };
    };
}
