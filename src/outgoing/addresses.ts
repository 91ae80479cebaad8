/** A listener of this server: its address, which may be `0.0.0.0` or `::`, and its port. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** Where messages may be sent. */
export interface AddressRules {
  /** The addresses of a host name; rejects for an unknown one. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Host names in lower case and networks; with none, every host is allowed. */
  readonly allow: readonly string[];
  /** The listeners of this server, which get no messages. */
  readonly ownListeners: () => readonly Listener[];
}
