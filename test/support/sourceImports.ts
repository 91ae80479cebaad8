/** An import of a source file. */
export interface Import {
  readonly from: string;
  readonly target: string;
  readonly isType: boolean;
}

/** The imports of a source file, types and dynamic ones included. */
export function importsOf(file: string, source: string): Import[] {
  const statements = source.matchAll(
    /(?:^(?:import|export)\s+(type\s+)?(?:[^;'"=]*?\s+from\s+)?|\bimport\()'([^']+)'/gm,
  );
  return Array.from(statements, ([statement, type, target = '']) => {
    const names =
      /\{([^}]*)\}/
        .exec(statement)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '') ?? [];
    const namesOnlyTypes = names.length > 0 && names.every((name) => name.startsWith('type '));
    return { from: file, target, isType: type !== undefined || namesOnlyTypes };
  });
}
