/** The facts that each row of a field table may have. */
interface CommonFacts {
  /** The description of the field in the OpenAPI document; none for a field that only the server sets. */
  readonly description?: string;
  /** The name of a choice among the types of the OpenAPI document. */
  readonly typeName?: string;
  readonly example: string | number | boolean | readonly string[] | null;
  /** Other words for it, without case, spaces, dashes and underscores: suggestions take them for this field. */
  readonly alsoCalled?: readonly string[];
  /** The field after which this one is checked, when that is not the one before it in the table. */
  readonly checkedAfter?: string;
}

/** The kind of value that a field has. */
type ValueFacts =
  /** A text of 1 to `lengthMax` code points, trimmed. */
  | { readonly kind: 'label'; readonly lengthMax: number }
  /** A label that lists and logs show, without characters that control how text is shown. */
  | { readonly kind: 'name'; readonly lengthMax: number }
  /** A text of 1 to `lengthMax` code points, which may have several lines. */
  | { readonly kind: 'text'; readonly lengthMax: number }
  /** A list of at most `itemsMax` labels of at most `lengthMax` code points. */
  | { readonly kind: 'labels'; readonly itemsMax: number; readonly lengthMax: number }
  /** A whole number. */
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  /** One of some words. */
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  /** `amount`: money with at most two decimals. `day`: `YYYY-MM-DD`. `interval`: a number of days as text. `instant`: ISO 8601 UTC. `url`: the address of a web page. `password`: a text that is never shown or stored. */
  | { readonly kind: 'amount' | 'day' | 'interval' | 'flag' | 'uuid' | 'instant' | 'url' | 'password' };

/** Whether clients write a field, and what an absent value means. */
type PresenceFacts =
  /** Only the server sets it. */
  | { readonly presence: 'server' }
  /** Creating needs it. */
  | { readonly presence: 'required' }
  /** Creating may leave it out; it then has the default. */
  | { readonly presence: 'defaulted'; readonly default: string | boolean }
  /** Optional and clearable: null clears it, and answers contain it only while it has a value. */
  | { readonly presence: 'clearable' }
  /** Optional, and null clears it: answers always contain it, as null while it has no value, a list of labels as `[]`. */
  | { readonly presence: 'nullable' };

/** The facts of one field. */
export type FieldFacts = CommonFacts & ValueFacts & PresenceFacts;

/** The fields of an entity, in the order in which answers have them. */
export type FieldTable = Readonly<Record<string, FieldFacts>>;

/** The names of the fields with one of these presences. */
export type NamesWith<Table extends FieldTable, Presence extends FieldFacts['presence']> = {
  [Name in keyof Table]: Table[Name]['presence'] extends Presence ? Name : never;
}[keyof Table] &
  string;

/** The names of the fields that a client may write. */
export type WritableName<Table extends FieldTable> = NamesWith<
  Table,
  'required' | 'defaulted' | 'clearable' | 'nullable'
>;

/** The type of a field's value. */
export type ValueOf<Facts extends FieldFacts> = Facts extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Facts extends { readonly kind: 'amount' | 'count' }
    ? number
    : Facts extends { readonly kind: 'flag' }
      ? boolean
      : Facts extends { readonly kind: 'labels' }
        ? readonly string[]
        : string;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** What a client sends to create an entity; each field has passed its own check. */
export type DraftOf<Table extends FieldTable> = Flat<
  { readonly [Name in NamesWith<Table, 'required'>]: ValueOf<Table[Name]> } & {
    readonly [Name in NamesWith<Table, 'defaulted'>]?: ValueOf<Table[Name]>;
  } & { readonly [Name in NamesWith<Table, 'clearable' | 'nullable'>]?: ValueOf<Table[Name]> | null }
>;

/** An entity as clients and the audit trail see it. */
export type ViewOf<Table extends FieldTable> = Flat<
  {
    readonly [Name in NamesWith<Table, 'server' | 'required' | 'defaulted' | 'nullable'>]:
      ValueOf<Table[Name]> | NullOf<Table[Name], 'nullable'>;
  } & {
    readonly [Name in NamesWith<Table, 'clearable'>]?: ValueOf<Table[Name]>;
  }
>;

/** Null, for a field that may have no value; a list of labels is empty instead. */
type NullOf<Facts extends FieldFacts, Presence extends FieldFacts['presence']> = Facts extends {
  readonly kind: 'labels';
}
  ? never
  : Facts extends { readonly presence: Presence }
    ? null
    : never;

/** The value of a field that is stored as answers have it; null while a clearable or nullable field has no value. */
export type StoredValueOf<Facts extends FieldFacts> = ValueOf<Facts> | NullOf<Facts, 'clearable' | 'nullable'>;

/** The names of a table's fields, in its order. */
export function namesOf<Table extends FieldTable>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table);
}

/** The facts of one field; throws for a name that the table does not have. */
export function factsOf(table: FieldTable, name: string): FieldFacts {
  const facts = table[name];
  if (facts === undefined) throw new TypeError(`the field table has no ${name}`);
  return facts;
}

/** The names of the fields with one of these presences, in the order of the table. */
export function namesWith<Table extends FieldTable, Presence extends FieldFacts['presence']>(
  table: Table,
  ...presences: readonly Presence[]
): readonly NamesWith<Table, Presence>[] {
  const wanted: readonly string[] = presences;
  return namesOf(table).filter((name) => wanted.includes(factsOf(table, name).presence)) as NamesWith<
    Table,
    Presence
  >[];
}

/** The fields that a client may write, in the order in which their faults are reported. */
export function writableOf<Table extends FieldTable>(table: Table): readonly WritableName<Table>[] {
  const names = namesWith(table, 'required', 'defaulted', 'clearable', 'nullable');
  const inOrder: string[] = [...names];
  for (const name of names) {
    const { checkedAfter } = factsOf(table, name);
    if (checkedAfter === undefined) continue;
    inOrder.splice(inOrder.indexOf(name), 1);
    inOrder.splice(inOrder.indexOf(checkedAfter) + 1, 0, name);
  }
  return inOrder as WritableName<Table>[];
}

/** The stored value of a field that is absent from a draft; undefined for a required field. */
export function defaultOf(facts: FieldFacts): string | boolean | readonly string[] | null | undefined {
  if (facts.presence === 'nullable' && facts.kind === 'labels') return [];
  if (facts.presence === 'clearable' || facts.presence === 'nullable') return null;
  return facts.presence === 'defaulted' ? facts.default : undefined;
}
