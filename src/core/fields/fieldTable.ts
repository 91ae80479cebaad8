/** A length of time: a whole number of units. */
interface Duration<Unit extends string> {
  readonly count: number;
  readonly unit: Unit;
}

/** The facts that each row of a field table may have. */
interface CommonFacts {
  /** The description of the field in the OpenAPI document: in bodies, or in answers for a field that only the server sets. */
  readonly description?: string;
  /** The name of a choice, or of the units of a duration, among the types of the OpenAPI document. */
  readonly typeName?: string;
  readonly example: string | number | boolean | readonly string[] | readonly number[] | Duration<string> | null;
  /** Other words for it, without case, spaces, dashes and underscores: suggestions take them for this field. */
  readonly alsoCalled?: readonly string[];
  /** The field after which this one is checked, when that is not the one before it in the table. */
  readonly checkedAfter?: string;
  /** Only the server sets it. Without this, clients write it. */
  readonly isServerManaged?: true;
  /** Creating needs it. */
  readonly isRequired?: true;
  /** Its value when creating leaves it out. */
  readonly default?: string | boolean | number;
  /** It may have no value, and null clears it: answers have null then, or a list without labels. */
  readonly isNullable?: true;
  /** Answers leave a nullable field out while it has no value. */
  readonly isOmittedWhenNull?: true;
  /** White space around the text, or around each label of a list, is removed before it is stored. */
  readonly isTrimmed?: true;
}

/** The kind of value that a field has. */
type ValueFacts =
  /** A text of 1 to `lengthMax` code points without those around it that are white space. */
  | { readonly kind: 'label'; readonly lengthMax: number }
  /** A label that lists and logs show, without characters that control how text is shown. */
  | { readonly kind: 'name'; readonly lengthMax: number }
  /** A text of 1 to `lengthMax` code points, which may have several lines. */
  | { readonly kind: 'text'; readonly lengthMax: number }
  /** The address of a web page, of at most `lengthMax` code points. */
  | { readonly kind: 'url'; readonly lengthMax: number }
  /** A list of at most `itemsMax` labels of at most `lengthMax` code points. */
  | { readonly kind: 'labels'; readonly itemsMax: number; readonly lengthMax: number }
  /** A list of 1 to `itemsMax` different whole numbers. */
  | { readonly kind: 'counts'; readonly itemsMax: number; readonly min: number; readonly max: number }
  /** A list of at most `itemsMax` different ids. */
  | { readonly kind: 'ids'; readonly itemsMax: number }
  /** A whole number. */
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  /** One of some words; `otherwise` says what to send when none of them means the same, and `known` what to do about some others. */
  | {
      readonly kind: 'choice';
      readonly words: readonly string[];
      readonly otherwise?: string;
      readonly known?: (sent: string, words: readonly string[]) => string | undefined;
    }
  /** A {@link Duration} of 1 to `max` of one of the units. */
  | { readonly kind: 'duration'; readonly max: number; readonly units: readonly string[] }
  /** `amount`: money with at most two decimals. `day`: `YYYY-MM-DD`. `interval`: a number of days as text. `instant`: ISO 8601 UTC. `time`: a time of day, `HH:MM`. `password`: a text that is never shown or stored. */
  | { readonly kind: 'amount' | 'day' | 'interval' | 'flag' | 'uuid' | 'instant' | 'time' | 'password' };

/** The facts of one field. */
export type FieldFacts = CommonFacts & ValueFacts;

/** The fields of an entity, in the order in which answers have them. */
export type FieldTable = Readonly<Record<string, FieldFacts>>;

/** A fact that a row of a field table has or has not. */
type Fact = 'isServerManaged' | 'isRequired' | 'isNullable' | 'isOmittedWhenNull' | 'isTrimmed';

/** The names of the fields with a fact. */
export type NamesWith<Table extends FieldTable, One extends Fact> = {
  [Name in keyof Table]: Table[Name] extends Readonly<Record<One, true>> ? Name : never;
}[keyof Table] &
  string;

/** The names of the fields without a fact. */
type NamesWithout<Table extends FieldTable, One extends Fact> = Exclude<keyof Table & string, NamesWith<Table, One>>;

/** The names of the fields that a client may write. */
export type WritableName<Table extends FieldTable> = NamesWithout<Table, 'isServerManaged'>;

/** The names of the fields that a client may write or leave out. */
type OptionalName<Table extends FieldTable> = Exclude<WritableName<Table>, NamesWith<Table, 'isRequired'>>;

/** The type of a field's value. */
export type ValueOf<Facts extends FieldFacts> = Facts extends { readonly words: readonly (infer Word)[] }
  ? Word
  : Facts extends { readonly kind: 'amount' | 'count' }
    ? number
    : Facts extends { readonly kind: 'flag' }
      ? boolean
      : Facts extends { readonly kind: 'labels' | 'ids' }
        ? readonly string[]
        : Facts extends { readonly kind: 'counts' }
          ? readonly number[]
          : Facts extends { readonly kind: 'duration'; readonly units: readonly (infer Unit extends string)[] }
            ? Duration<Unit>
            : string;

type Flat<Value> = { [Name in keyof Value]: Value[Name] };

/** What a client sends to create an entity; each field has passed its own check. */
export type DraftOf<Table extends FieldTable> = Flat<
  { readonly [Name in NamesWith<Table, 'isRequired'>]: SentValueOf<Table[Name]> } & {
    readonly [Name in OptionalName<Table>]?: SentValueOf<Table[Name]>;
  }
>;

/** An entity as clients and the audit trail see it. */
export type ViewOf<Table extends FieldTable> = Flat<
  { readonly [Name in NamesWithout<Table, 'isOmittedWhenNull'>]: StoredValueOf<Table[Name]> } & {
    readonly [Name in NamesWith<Table, 'isOmittedWhenNull'>]?: ValueOf<Table[Name]>;
  }
>;

/** The value of a field that a client sends; null clears a nullable one. */
type SentValueOf<Facts extends FieldFacts> =
  ValueOf<Facts> | (Facts extends { readonly isNullable: true } ? null : never);

/** The value of a field that is stored as answers have it: null while it has none, a list of labels without items. */
export type StoredValueOf<Facts extends FieldFacts> =
  ValueOf<Facts> | (Facts extends { readonly kind: 'labels' } ? never : Exclude<SentValueOf<Facts>, ValueOf<Facts>>);

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

/** The names of the fields with a fact, in the order of the table. */
export function namesWith<Table extends FieldTable, One extends Fact>(
  table: Table,
  fact: One,
): readonly NamesWith<Table, One>[] {
  return namesOf(table).filter((name): name is NamesWith<Table, One> => factsOf(table, name)[fact] === true);
}

/** The names of the fields without a fact, in the order of the table. */
function namesWithout<Table extends FieldTable, One extends Fact>(
  table: Table,
  fact: One,
): readonly NamesWithout<Table, One>[] {
  return namesOf(table).filter((name): name is NamesWithout<Table, One> => factsOf(table, name)[fact] !== true);
}

/** The fields that a client may write, in the order in which their faults are reported. */
export function writableOf<Table extends FieldTable>(table: Table): readonly WritableName<Table>[] {
  const names = namesWithout(table, 'isServerManaged');
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
export function defaultOf(facts: FieldFacts): string | boolean | number | readonly string[] | null | undefined {
  return facts.isNullable === true ? emptyValueOf(facts) : facts.default;
}

/** Sent values as they are stored: without white space around those that are trimmed, ids in lower case, cleared labels without items, and the members of a duration in their order. */
export function storedValuesOf<Table extends FieldTable, Sent extends object>(
  table: Table,
  sent: Sent,
): StoredValues<Table, Sent> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) values[name] = storedValueOf(factsOf(table, name), value);
  return values as StoredValues<Table, Sent>;
}

type StoredValues<Table extends FieldTable, Sent extends object> = {
  readonly [Name in keyof Sent]: Name extends keyof Table
    ? null extends Sent[Name]
      ? StoredValueOf<Table[Name]>
      : Sent[Name]
    : never;
};

/** A sent value of one field as {@link storedValuesOf} gives it. */
function storedValueOf(facts: FieldFacts, value: unknown): unknown {
  if (value === null) return emptyValueOf(facts);
  if (facts.kind === 'duration') return withMembersInOrder(value as Duration<string>);
  if (facts.kind === 'uuid' || facts.kind === 'ids') return inLowerCase(value);
  if (facts.isTrimmed !== true) return value;
  return Array.isArray(value) ? value.map(trimmed) : trimmed(value);
}

function withMembersInOrder({ count, unit }: Duration<string>): Duration<string> {
  return { count, unit };
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

function inLowerCase(id: unknown): unknown {
  if (Array.isArray(id)) return id.map(inLowerCase);
  return typeof id === 'string' ? id.toLowerCase() : id;
}

function emptyValueOf({ kind }: FieldFacts): readonly string[] | null {
  return kind === 'labels' ? [] : null;
}
