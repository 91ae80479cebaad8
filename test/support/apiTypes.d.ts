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
         * @description The subscriptions of the owner of the key that pass every filter, newest first unless sorted otherwise.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Records a subscription. The server sets its id and computes its next payment date: one billing period after lastPaymentDate. That date never moves by itself; after each payment, send the new lastPaymentDate with updateSubscription.
         */
        post: operations["createSubscription"];
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
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
         * @description One subscription of the owner of the key.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription for good
         * @description Removes the subscription and its audit history. It cannot be undone.
         */
        delete: operations["deleteSubscription"];
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightSubscription"];
        head?: never;
        /**
         * Update a subscription
         * @description Changes the fields that the body has and no others. Pausing, resuming and cancelling are changes of status. The next payment date is computed anew only when lastPaymentDate, period or customDate is sent. Moving to a monthly or yearly period clears customDate.
         */
        patch: operations["updateSubscription"];
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
         * Create, update and delete many at once
         * @description Carries out up to 100 operations in their order: all of them, or, when one cannot be, none. Then error.faults tells each fault with the place of its operation. An update or a deletion may say in ifMatch which ETag its record must have when the batch begins. Each operation has an audit entry of its own and counts as a request; if fewer are left, none is made and none is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.
         */
        post: operations["batchSubscriptions"];
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightBatch"];
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
         * Summarise the spend
         * @description Counts by status, exact totals per currency and category, and the renewals ahead. Only active subscriptions count toward spend. A monthly figure is a twelfth of the yearly one; a custom period of N days costs 365 / N times its amount a year. A subscription whose next payment date has passed is not among the renewals: list those with status=active and expiringBefore, and send their new lastPaymentDate.
         */
        get: operations["getSpendSummary"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightSpendSummary"];
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
         * @description Groups of two or more subscriptions, cancelled ones left out, whose names are the same but for case, width and white space. Only names are compared.
         */
        get: operations["findDuplicateSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightDuplicates"];
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
         * Find where money may be saved
         * @description The active monthly subscriptions with what they come to in a year, and those that cost more than twice the mean of their currency. No discounts are assumed.
         */
        get: operations["getOptimizationSuggestions"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightOptimizations"];
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
         * Read the trail of writes
         * @description Each create and update with the state before and after it, newest first. The entries of a deleted subscription are gone with it.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightAuditLog"];
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
         * Take an update back
         * @description Puts back what the update of an audit entry changed, and nothing else, by an update of its own; its entry names the reverted one in metadata.reverts. The next payment date is computed anew when a date or the period is put back. If another write has changed one of the fields since, nothing is put back. A deletion cannot be taken back: its entries are gone with it. Takes no body.
         */
        post: operations["revertAuditEntry"];
        delete?: never;
        /**
         * Ask whether a page of another origin may call this path
         * @description Needs no authentication. A browser asks it by itself.
         */
        options: operations["preflightRevert"];
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Subscription: {
            /** Format: uuid */
            id: string;
            name: string;
            category: string;
            amount: number;
            /** @enum {string} */
            currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
            /** @enum {string} */
            period: "monthly" | "yearly" | "custom";
            /** @description The interval in days; only while the period is custom. */
            customDate?: string;
            /** Format: date */
            lastPaymentDate: string;
            /** Format: date */
            nextPaymentDate: string;
            notificationEnabled: boolean;
            /** @enum {string} */
            status: "active" | "paused" | "cancelled";
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
        Warning: {
            /**
             * @description Other subscriptions that are not cancelled have the same name.
             * @constant
             */
            code: "possible_duplicate";
            message: string;
            /** @description Those that are recorded; ten at most. */
            subscriptionIds?: string[];
            /** @description The places, from 0, of the operations of the same batch that would create one. */
            operationIndexes?: number[];
        };
        Pagination: {
            /** @description The page size applied. */
            limit: number;
            /** @description The records skipped. */
            offset: number;
            /** @description Whether another page starts at offset + limit. */
            hasMore: boolean;
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
            /** @enum {string} */
            action: "subscription.create" | "subscription.update";
            /** @description The state after the change; for an update also before it. */
            metadata: {
                before?: components["schemas"]["Subscription"];
                after: components["schemas"]["Subscription"];
                /**
                 * Format: uuid
                 * @description The entry that the update takes back.
                 */
                reverts?: string;
                /** @description What the client sent. */
                patch?: {
                    [key: string]: unknown;
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
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
                /** @enum {string} */
                currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                activeSubscriptions: number;
                /** @description In units of the currency, at most two decimals. */
                monthlyTotal: number;
                /** @description In units of the currency, at most two decimals. */
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
                /** @enum {string} */
                currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                category: string;
                /** @description In units of the currency, at most two decimals. */
                amount: number;
                /** @enum {string} */
                period: "monthly" | "yearly" | "custom";
                /** Format: date */
                nextPaymentDate: string;
                /** @description 0 is today. */
                daysUntilRenewal: number;
            }[];
        };
        DuplicateGroup: {
            normalizedName: string;
            subscriptions: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                category: string;
                /** @description In units of the currency, at most two decimals. */
                amount: number;
                /** @enum {string} */
                period: "monthly" | "yearly" | "custom";
                /** @enum {string} */
                status: "active" | "paused" | "cancelled";
            }[];
        };
        Optimizations: {
            monthlyToAnnual: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                /** @description In units of the currency, at most two decimals. */
                monthlyAmount: number;
                /** @description In units of the currency, at most two decimals. */
                yearlyAtCurrentRate: number;
            }[];
            aboveAverageInCurrency: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                /** @description In units of the currency, at most two decimals. */
                monthlyEquivalent: number;
                /** @description In units of the currency, at most two decimals. */
                currencyMonthlyAverage: number;
            }[];
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "invalid_json" | "invalid_subscription" | "invalid_subscription_field" | "invalid_subscription_id" | "invalid_audit_entry_id" | "invalid_pagination" | "invalid_query" | "invalid_batch" | "unexpected_body" | "unexpected_if_match" | "empty_patch" | "invalid_idempotency_key" | "authentication_required" | "invalid_api_key" | "insufficient_scope" | "origin_not_allowed" | "subscription_not_found" | "audit_entry_not_found" | "not_found" | "method_not_allowed" | "revert_conflict" | "not_revertible" | "precondition_failed" | "payload_too_large" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "storage_unavailable";
                message: string;
                /** @description The field or query parameter at fault. */
                field?: string;
                /** @description How to mend the request. */
                suggestedFix?: string;
                /** @description The values an enum field may have. */
                allowedValues?: string[];
                /** @description The fields that have been changed since. */
                conflictingFields?: ("name" | "category" | "amount" | "currency" | "period" | "lastPaymentDate" | "customDate" | "notificationEnabled" | "status")[];
                current?: components["schemas"]["Subscription"];
                /** @description The fields a body may have. */
                writableFields?: ("name" | "category" | "amount" | "currency" | "period" | "lastPaymentDate" | "customDate" | "notificationEnabled" | "status")[];
                /** @description Of a batch, all faults, each with the place of its operation, from 0; the first is told beside them. */
                faults?: {
                    index: number;
                    /** @enum {string} */
                    code: "invalid_json" | "invalid_subscription" | "invalid_subscription_field" | "invalid_subscription_id" | "invalid_audit_entry_id" | "invalid_pagination" | "invalid_query" | "invalid_batch" | "unexpected_body" | "unexpected_if_match" | "empty_patch" | "invalid_idempotency_key" | "authentication_required" | "invalid_api_key" | "insufficient_scope" | "origin_not_allowed" | "subscription_not_found" | "audit_entry_not_found" | "not_found" | "method_not_allowed" | "revert_conflict" | "not_revertible" | "precondition_failed" | "payload_too_large" | "idempotency_key_reused" | "rate_limit_exceeded" | "internal_error" | "storage_unavailable";
                    message: string;
                    /** @description The field or query parameter at fault. */
                    field?: string;
                    /** @description How to mend the request. */
                    suggestedFix?: string;
                    /** @description The values an enum field may have. */
                    allowedValues?: string[];
                    /** @description The fields that have been changed since. */
                    conflictingFields?: ("name" | "category" | "amount" | "currency" | "period" | "lastPaymentDate" | "customDate" | "notificationEnabled" | "status")[];
                    current?: components["schemas"]["Subscription"];
                    /** @description The fields a body may have. */
                    writableFields?: ("name" | "category" | "amount" | "currency" | "period" | "lastPaymentDate" | "customDate" | "notificationEnabled" | "status")[];
                }[];
            };
            requestId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The id of the request, as in the body.
         * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
         */
        RequestId: string;
        /**
         * @description Answers are not to be kept.
         * @example no-store
         */
        CacheControl: string;
        /**
         * @description The headers a page may read.
         * @example X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location
         */
        ExposeHeaders: string;
        /**
         * @description How many requests the window allows.
         * @example 3600
         */
        RateLimitLimit: number;
        /**
         * @description How many are left in it.
         * @example 3599
         */
        RateLimitRemaining: number;
        /**
         * @description When it ends, in seconds since 1970.
         * @example 1781568000
         */
        RateLimitReset: number;
        /**
         * @description Stands for this very content; for If-Match and If-None-Match.
         * @example "9a3f0c55e1d2b784"
         */
        EntityTag: string;
        /**
         * @description Only there when the same request was answered so before.
         * @example true
         */
        IdempotencyReplayed: string;
        /**
         * @description The path of what was created.
         * @example /api/v1/subscriptions/01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
         */
        Location: string;
        /**
         * @description How many seconds to wait.
         * @example 60
         */
        RetryAfter: number;
        /**
         * @description The scheme to authenticate with.
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
         * @description How many seconds a browser may go by this answer.
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
                /**
                 * @description How many records at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many records to skip.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only those in this state.
                 * @example active
                 */
                status?: "active" | "paused" | "cancelled";
                /**
                 * @description Only those of exactly this category.
                 * @example Streaming
                 */
                category?: string;
                /**
                 * @description Only those with this billing period.
                 * @example monthly
                 */
                period?: "monthly" | "yearly" | "custom";
                /**
                 * @description Only those whose name contains this text, in any case.
                 * @example net
                 */
                q?: string;
                /**
                 * @description Only those whose next payment is due on or before this day.
                 * @example 2026-07-31
                 */
                expiringBefore?: string;
                /**
                 * @description The order; a leading - means descending.
                 * @example -createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "nextPaymentDate" | "-nextPaymentDate" | "amount" | "-amount" | "name" | "-name";
            };
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
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
                    "application/json": {
                        data: components["schemas"]["Subscription"][];
                        pagination: components["schemas"]["Pagination"];
                        query: {
                            /** @enum {string} */
                            sort: "createdAt" | "-createdAt" | "nextPaymentDate" | "-nextPaymentDate" | "amount" | "-amount" | "name" | "-name";
                            /** @description The filters that were applied. */
                            filters: {
                                /**
                                 * @description Only those in this state.
                                 * @example active
                                 * @enum {string}
                                 */
                                status?: "active" | "paused" | "cancelled";
                                /**
                                 * @description Only those of exactly this category.
                                 * @example Streaming
                                 */
                                category?: string;
                                /**
                                 * @description Only those with this billing period.
                                 * @example monthly
                                 * @enum {string}
                                 */
                                period?: "monthly" | "yearly" | "custom";
                                /**
                                 * @description Only those whose name contains this text, in any case.
                                 * @example net
                                 */
                                q?: string;
                                /**
                                 * Format: date
                                 * @description Only those whose next payment is due on or before this day.
                                 * @example 2026-07-31
                                 */
                                expiringBefore?: string;
                            };
                        };
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /**
             * @description `invalid_pagination`: `limit` or `offset` is not a plain decimal integer in its range.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_pagination" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    createSubscription: {
        parameters: {
            query?: {
                /**
                 * @description With true everything is checked and the outcome is told, but nothing is written.
                 * @example false
                 */
                dryRun?: "true" | "false";
            };
            header?: {
                /**
                 * @description A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.
                 * @example "0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
                     * @description What one billing period costs; at most two decimals.
                     * @example 15.99
                     */
                    amount: number;
                    /**
                     * @description ISO 4217 code. Amounts are never converted.
                     * @example USD
                     * @enum {string}
                     */
                    currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                    /**
                     * @description How often it is billed. A custom period has its interval in customDate.
                     * @example monthly
                     * @enum {string}
                     */
                    period: "monthly" | "yearly" | "custom";
                    /**
                     * Format: date
                     * @description The day of the last payment.
                     * @example 2026-06-15
                     */
                    lastPaymentDate: string;
                    /**
                     * @description The interval in days as text. Required while the period is custom, refused otherwise.
                     * @example 30
                     */
                    customDate?: string | null;
                    /**
                     * @description Whether to be told of renewals. True unless given.
                     * @example true
                     */
                    notificationEnabled?: boolean;
                    /**
                     * @description Only active subscriptions count toward spend. Every move between the three is allowed.
                     * @example active
                     * @enum {string}
                     */
                    status?: "active" | "paused" | "cancelled";
                };
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
                     *           "message": "A subscription that is not cancelled has the same name: what is sent may be recorded already.",
                     *           "subscriptionIds": [
                     *             "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79"
                     *           ]
                     *         }
                     *       ],
                     *       "requestId": "01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                        /** @constant */
                        dryRun: true;
                        /** @description What may not be meant. */
                        warnings?: components["schemas"]["Warning"][];
                        requestId: string;
                    };
                };
            };
            /** @description The subscription as it was stored. */
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
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                        requestId: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is empty, is not JSON, or is JSON but not an object.
             *
             *     `invalid_subscription`: A field is missing or its value breaks a rule; `field` names it.
             *
             *     `invalid_subscription_field`: The body has a field that the server manages or does not know; `writableFields` lists those it may have.
             *
             *     `unexpected_if_match`: If-Match came with a creation, which finds no record that it could match, or with a batch, of which each operation has an ifMatch of its own.
             *
             *     `invalid_idempotency_key`: The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_json" | "invalid_subscription" | "invalid_subscription_field" | "unexpected_if_match" | "invalid_idempotency_key" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: A read key was used for an operation that writes. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "insufficient_scope";
                        };
                    };
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB (65536 bytes), or that of a batch than 256 KiB (262144 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "payload_too_large";
                        };
                    };
                };
            };
            /** @description `idempotency_key_reused`: The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed. */
            422: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
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
            /** @description It may. */
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
            query?: never;
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
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
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /**
             * @description `invalid_subscription_id`: The id in the path, or of an operation of a batch, is not a UUID in its text form.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_subscription_id" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `subscription_not_found`: The owner of the key has no subscription with this id. */
            404: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "subscription_not_found";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    deleteSubscription: {
        parameters: {
            query?: {
                /**
                 * @description With true everything is checked and the outcome is told, but nothing is written.
                 * @example false
                 */
                dryRun?: "true" | "false";
            };
            header?: {
                /**
                 * @description The ETag that the record had when it was last read. If it has another one by now, nothing is written and the answer is 412 with the record as it is.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-Match"?: string;
                /**
                 * @description A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.
                 * @example "0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"
                 */
                "Idempotency-Key"?: string;
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
            /** @description The subscription is gone. A dry run: the subscription that would go. */
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
                    "application/json": {
                        /** @constant */
                        deleted: true;
                        requestId: string;
                    } | {
                        data: components["schemas"]["Subscription"];
                        /** @constant */
                        dryRun: true;
                        requestId: string;
                    };
                };
            };
            /**
             * @description `invalid_subscription_id`: The id in the path, or of an operation of a batch, is not a UUID in its text form.
             *
             *     `unexpected_body`: A revert came with a body, or a DELETE with one that speaks of a dry run, If-Match or Idempotency-Key: it is not heard there. Nothing was changed.
             *
             *     `invalid_idempotency_key`: The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_subscription_id" | "unexpected_body" | "invalid_idempotency_key" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: A read key was used for an operation that writes. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "insufficient_scope";
                        };
                    };
                };
            };
            /** @description `subscription_not_found`: The owner of the key has no subscription with this id. */
            404: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "subscription_not_found";
                        };
                    };
                };
            };
            /** @description `precondition_failed`: The subscription has none of the entity tags in If-Match; `current` shows it as it is. Nothing was changed. */
            412: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "precondition_failed";
                        };
                    };
                };
            };
            /** @description `idempotency_key_reused`: The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed. */
            422: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Any id; it is not looked at.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
                /**
                 * @description With true everything is checked and the outcome is told, but nothing is written.
                 * @example false
                 */
                dryRun?: "true" | "false";
            };
            header?: {
                /**
                 * @description The ETag that the record had when it was last read. If it has another one by now, nothing is written and the answer is 412 with the record as it is.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-Match"?: string;
                /**
                 * @description A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.
                 * @example "0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"
                 */
                "Idempotency-Key"?: string;
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
                "application/json": {
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
                     * @description What one billing period costs; at most two decimals.
                     * @example 15.99
                     */
                    amount?: number;
                    /**
                     * @description ISO 4217 code. Amounts are never converted.
                     * @example USD
                     * @enum {string}
                     */
                    currency?: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                    /**
                     * @description How often it is billed. A custom period has its interval in customDate.
                     * @example monthly
                     * @enum {string}
                     */
                    period?: "monthly" | "yearly" | "custom";
                    /**
                     * Format: date
                     * @description The day of the last payment.
                     * @example 2026-06-15
                     */
                    lastPaymentDate?: string;
                    /**
                     * @description The interval in days as text. Required while the period is custom, refused otherwise.
                     * @example 30
                     */
                    customDate?: string | null;
                    /**
                     * @description Whether to be told of renewals. True unless given.
                     * @example true
                     */
                    notificationEnabled?: boolean;
                    /**
                     * @description Only active subscriptions count toward spend. Every move between the three is allowed.
                     * @example active
                     * @enum {string}
                     */
                    status?: "active" | "paused" | "cancelled";
                };
            };
        };
        responses: {
            /** @description The subscription as it is now stored. A dry run: the subscription as it would be. */
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
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                        requestId: string;
                    } | {
                        data: components["schemas"]["Subscription"];
                        /** @constant */
                        dryRun: true;
                        /** @description What may not be meant. */
                        warnings?: components["schemas"]["Warning"][];
                        requestId: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is empty, is not JSON, or is JSON but not an object.
             *
             *     `invalid_subscription`: A field is missing or its value breaks a rule; `field` names it.
             *
             *     `invalid_subscription_field`: The body has a field that the server manages or does not know; `writableFields` lists those it may have.
             *
             *     `invalid_subscription_id`: The id in the path, or of an operation of a batch, is not a UUID in its text form.
             *
             *     `empty_patch`: The body of a PATCH has none of the writable fields.
             *
             *     `invalid_idempotency_key`: The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_json" | "invalid_subscription" | "invalid_subscription_field" | "invalid_subscription_id" | "empty_patch" | "invalid_idempotency_key" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: A read key was used for an operation that writes. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "insufficient_scope";
                        };
                    };
                };
            };
            /** @description `subscription_not_found`: The owner of the key has no subscription with this id. */
            404: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "subscription_not_found";
                        };
                    };
                };
            };
            /** @description `precondition_failed`: The subscription has none of the entity tags in If-Match; `current` shows it as it is. Nothing was changed. */
            412: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "precondition_failed";
                        };
                    };
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB (65536 bytes), or that of a batch than 256 KiB (262144 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "payload_too_large";
                        };
                    };
                };
            };
            /** @description `idempotency_key_reused`: The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed. */
            422: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    batchSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description With true everything is checked and the outcome is told, but nothing is written.
                 * @example false
                 */
                dryRun?: "true" | "false";
            };
            header?: {
                /**
                 * @description A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.
                 * @example "0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What to do, in this order: all of it, or nothing. */
                    operations: ({
                        /** @constant */
                        action: "create";
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
                        subscription: {
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
                             * @description What one billing period costs; at most two decimals.
                             * @example 15.99
                             */
                            amount: number;
                            /**
                             * @description ISO 4217 code. Amounts are never converted.
                             * @example USD
                             * @enum {string}
                             */
                            currency: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                            /**
                             * @description How often it is billed. A custom period has its interval in customDate.
                             * @example monthly
                             * @enum {string}
                             */
                            period: "monthly" | "yearly" | "custom";
                            /**
                             * Format: date
                             * @description The day of the last payment.
                             * @example 2026-06-15
                             */
                            lastPaymentDate: string;
                            /**
                             * @description The interval in days as text. Required while the period is custom, refused otherwise.
                             * @example 30
                             */
                            customDate?: string | null;
                            /**
                             * @description Whether to be told of renewals. True unless given.
                             * @example true
                             */
                            notificationEnabled?: boolean;
                            /**
                             * @description Only active subscriptions count toward spend. Every move between the three is allowed.
                             * @example active
                             * @enum {string}
                             */
                            status?: "active" | "paused" | "cancelled";
                        };
                    } | {
                        /** @constant */
                        action: "update";
                        /**
                         * Format: uuid
                         * @description The id of the subscription.
                         * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                         */
                        id: string;
                        /**
                         * @description The ETag that the record had when it was last read. If it has another one when the batch begins, nothing is written and the answer is 412.
                         * @example "9a3f0c55e1d2b784"
                         */
                        ifMatch?: string;
                        /**
                         * @example {
                         *       "status": "paused"
                         *     }
                         */
                        patch: {
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
                             * @description What one billing period costs; at most two decimals.
                             * @example 15.99
                             */
                            amount?: number;
                            /**
                             * @description ISO 4217 code. Amounts are never converted.
                             * @example USD
                             * @enum {string}
                             */
                            currency?: "CNY" | "USD" | "EUR" | "JPY" | "GBP" | "AUD" | "CAD" | "CHF" | "HKD" | "SGD";
                            /**
                             * @description How often it is billed. A custom period has its interval in customDate.
                             * @example monthly
                             * @enum {string}
                             */
                            period?: "monthly" | "yearly" | "custom";
                            /**
                             * Format: date
                             * @description The day of the last payment.
                             * @example 2026-06-15
                             */
                            lastPaymentDate?: string;
                            /**
                             * @description The interval in days as text. Required while the period is custom, refused otherwise.
                             * @example 30
                             */
                            customDate?: string | null;
                            /**
                             * @description Whether to be told of renewals. True unless given.
                             * @example true
                             */
                            notificationEnabled?: boolean;
                            /**
                             * @description Only active subscriptions count toward spend. Every move between the three is allowed.
                             * @example active
                             * @enum {string}
                             */
                            status?: "active" | "paused" | "cancelled";
                        };
                    } | {
                        /** @constant */
                        action: "delete";
                        /**
                         * Format: uuid
                         * @description The id of the subscription.
                         * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                         */
                        id: string;
                        /**
                         * @description The ETag that the record had when it was last read. If it has another one when the batch begins, nothing is written and the answer is 412.
                         * @example "9a3f0c55e1d2b784"
                         */
                        ifMatch?: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description All is done; the results are in the order of the operations. A dry run: what each operation would store or remove. Ids of records to be created are not kept. */
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
                    "application/json": {
                        results: ({
                            action: "create" | "update";
                            data: components["schemas"]["Subscription"];
                        } | {
                            /** @constant */
                            action: "delete";
                            /** Format: uuid */
                            id: string;
                            /** @constant */
                            deleted: true;
                        })[];
                        requestId: string;
                    } | {
                        /** @constant */
                        dryRun: true;
                        results: ({
                            action: "create" | "update";
                            data: components["schemas"]["Subscription"];
                            warnings?: components["schemas"]["Warning"][];
                        } | {
                            /** @constant */
                            action: "delete";
                            /** Format: uuid */
                            id: string;
                            data: components["schemas"]["Subscription"];
                        })[];
                        requestId: string;
                    };
                };
            };
            /**
             * @description `invalid_json`: The body is empty, is not JSON, or is JSON but not an object.
             *
             *     `invalid_batch`: `operations` is no list of 1 to 100 operations, or an operation has not the members that its action needs.
             *
             *     `unexpected_if_match`: If-Match came with a creation, which finds no record that it could match, or with a batch, of which each operation has an ifMatch of its own.
             *
             *     `invalid_subscription`: A field is missing or its value breaks a rule; `field` names it.
             *
             *     `invalid_subscription_field`: The body has a field that the server manages or does not know; `writableFields` lists those it may have.
             *
             *     `invalid_subscription_id`: The id in the path, or of an operation of a batch, is not a UUID in its text form.
             *
             *     `empty_patch`: The body of a PATCH has none of the writable fields.
             *
             *     `invalid_idempotency_key`: The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_json" | "invalid_batch" | "unexpected_if_match" | "invalid_subscription" | "invalid_subscription_field" | "invalid_subscription_id" | "empty_patch" | "invalid_idempotency_key" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: A read key was used for an operation that writes. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "insufficient_scope";
                        };
                    };
                };
            };
            /** @description `subscription_not_found`: The owner of the key has no subscription with this id. */
            404: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "subscription_not_found";
                        };
                    };
                };
            };
            /** @description `precondition_failed`: The subscription has none of the entity tags in If-Match; `current` shows it as it is. Nothing was changed. */
            412: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "precondition_failed";
                        };
                    };
                };
            };
            /** @description `payload_too_large`: The body is larger than 64 KiB (65536 bytes), or that of a batch than 256 KiB (262144 bytes). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "payload_too_large";
                        };
                    };
                };
            };
            /** @description `idempotency_key_reused`: The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed. */
            422: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
    getSpendSummary: {
        parameters: {
            query?: {
                /**
                 * @description How many days ahead renewals are listed.
                 * @example 30
                 */
                horizonDays?: number;
            };
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
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
                    "application/json": {
                        summary: components["schemas"]["SpendSummary"];
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /** @description `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightSpendSummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
    findDuplicateSubscriptions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
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
                    "application/json": {
                        duplicates: components["schemas"]["DuplicateGroup"][];
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /** @description `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightDuplicates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
    getOptimizationSuggestions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candidates: the monthly ones by currency, in each list the dearest first. */
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
                    "application/json": {
                        optimizations: components["schemas"]["Optimizations"];
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /** @description `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightOptimizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
    listAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description How many records at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description How many records to skip.
                 * @example 0
                 */
                offset?: number;
                /**
                 * @description Only the entries of this subscription.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77
                 */
                subscriptionId?: string;
            };
            header?: {
                /**
                 * @description The ETag of an answer that the client still has. If it is still right, the answer is 304 without a body.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-None-Match"?: string;
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
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        requestId: string;
                    };
                };
            };
            /** @description What the client has is still right. No body. */
            304: {
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
            /**
             * @description `invalid_pagination`: `limit` or `offset` is not a plain decimal integer in its range.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_pagination" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightAuditLog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
    revertAuditEntry: {
        parameters: {
            query?: {
                /**
                 * @description With true everything is checked and the outcome is told, but nothing is written.
                 * @example false
                 */
                dryRun?: "true" | "false";
            };
            header?: {
                /**
                 * @description The ETag that the record had when it was last read. If it has another one by now, nothing is written and the answer is 412 with the record as it is.
                 * @example "9a3f0c55e1d2b784"
                 */
                "If-Match"?: string;
                /**
                 * @description A key of the client’s choice, new for each new request; 1 to 255 visible ASCII characters. When the same request comes again with it within 24 hours, nothing is written and the first answer is given again. Has no meaning in a dry run.
                 * @example "0d1c6f3e-9a77-4b0e-8a2e-3f6f1f0a2b4c"
                 */
                "Idempotency-Key"?: string;
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
            /** @description The subscription as it is now stored. A dry run: the subscription as it would be. */
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
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                        requestId: string;
                    } | {
                        data: components["schemas"]["Subscription"];
                        /** @constant */
                        dryRun: true;
                        /** @description What may not be meant. */
                        warnings?: components["schemas"]["Warning"][];
                        requestId: string;
                    };
                };
            };
            /**
             * @description `invalid_audit_entry_id`: The id of the audit entry in the path is not a UUID in its text form.
             *
             *     `unexpected_body`: A revert came with a body, or a DELETE with one that speaks of a dry run, If-Match or Idempotency-Key: it is not heard there. Nothing was changed.
             *
             *     `invalid_idempotency_key`: The header Idempotency-Key has not 1 to 255 visible ASCII characters, bare or in double quotes.
             *
             *     `invalid_query`: A query parameter is unknown, given twice, or its value breaks a rule; `field` names it.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "invalid_audit_entry_id" | "unexpected_body" | "invalid_idempotency_key" | "invalid_query";
                        };
                    };
                };
            };
            /**
             * @description `authentication_required`: The request has no Bearer token.
             *
             *     `invalid_api_key`: The key is malformed, unknown, revoked or expired; the answer does not tell which.
             */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    "WWW-Authenticate": components["headers"]["Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "authentication_required" | "invalid_api_key";
                        };
                    };
                };
            };
            /** @description `insufficient_scope`: A read key was used for an operation that writes. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "Access-Control-Allow-Origin": components["headers"]["AllowOrigin"];
                    "Access-Control-Expose-Headers": components["headers"]["ExposeHeaders"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "insufficient_scope";
                        };
                    };
                };
            };
            /** @description `audit_entry_not_found`: The owner of the key has no audit entry with this id; those of a deleted subscription are gone with it. */
            404: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "audit_entry_not_found";
                        };
                    };
                };
            };
            /**
             * @description `revert_conflict`: Another write has changed what the update changed; `conflictingFields` names the fields. Nothing was changed.
             *
             *     `not_revertible`: The audit entry tells of a creation, or of an update that changed no field.
             */
            409: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "revert_conflict" | "not_revertible";
                        };
                    };
                };
            };
            /** @description `precondition_failed`: The subscription has none of the entity tags in If-Match; `current` shows it as it is. Nothing was changed. */
            412: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "precondition_failed";
                        };
                    };
                };
            };
            /** @description `idempotency_key_reused`: The owner has sent the Idempotency-Key for another operation, another record or another body within 24 hours. Nothing was changed. */
            422: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "idempotency_key_reused";
                        };
                    };
                };
            };
            /** @description `rate_limit_exceeded`: The quota of the owner is used up, or too many invalid keys came from the address; wait for Retry-After. */
            429: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "rate_limit_exceeded";
                        };
                    };
                };
            };
            /** @description `internal_error`: The server failed unexpectedly. */
            500: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "internal_error";
                        };
                    };
                };
            };
            /** @description `storage_unavailable`: The database is locked, full, read-only or failing; a later try may succeed. Nothing was changed, unless the message says that this is not known. */
            503: {
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
                    "application/json": components["schemas"]["Error"] & {
                        error: {
                            /** @enum {string} */
                            code: "storage_unavailable";
                        };
                    };
                };
            };
        };
    };
    preflightRevert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Any id; it is not looked at.
                 * @example 01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a78
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It may. */
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
}
