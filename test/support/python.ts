// Packages of the system install modules for the second, which need not be the one that PATH finds.
const interpreters = ['python3', '/usr/bin/python3'];

/** The first Python that is installed and has a module; undefined if none has. */
export function pythonWith(module: string): string | undefined {
  return interpreters.find(
    (python) => Bun.which(python) !== null && Bun.spawnSync([python, '-c', `import ${module}`]).success,
  );
}
