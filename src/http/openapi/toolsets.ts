/** The toolsets of MCP: groups of tools that a client lists together. */
export const toolsets = ['subscriptions', 'payments', 'reports', 'audit', 'settings'] as const;

/** The name of a toolset. */
export type Toolset = (typeof toolsets)[number];

/** The toolsets that every client lists. */
export const defaultToolsets: readonly Toolset[] = ['subscriptions', 'payments', 'reports', 'audit'];
