/** What the bundler says about a file that it made. */
type Output = Bun.BuildMetafile['outputs'][string];

/** The HTML of the page at the path of one of its views. */
export interface ViewHtml {
  /** Its path below the base path: `index.html`, or that of the view with `.html`. */
  readonly path: string;
  readonly html: string;
}

/**
 * The HTML of each view: as bundled, with the script that asks first, and naming the files of the view and the styles that
 * load late, so that the browser loads them beside the main script and not after it. `index.html` is for the views that have no files of their own.
 *
 * @param bundled the HTML that the bundler made
 * @param paths those of the script that asks first, and of the styles that load late
 * @param outputs what the bundler says about its files, by path
 */
export function htmlOfViews(
  bundled: string,
  { ahead, lateStyles }: { readonly ahead: string; readonly lateStyles: string },
  outputs: Readonly<Record<string, Output>>,
): ViewHtml[] {
  const [styles] = /<link rel="stylesheet"[^>]*>/.exec(bundled) ?? [];
  if (styles === undefined) throw new Error('the bundled page has no styles');
  // At the end, so that the browser shows the frame before them. The script stands before the styles, for which it would wait.
  const preload = styles.replace('rel="stylesheet"', 'rel="preload" as="style"');
  const plain = bundled.replaceAll(/<!--[^]*?-->/g, '').replaceAll(/\s*\n\s*/g, '\n');
  const base = before(plain.replace(styles, preload), '</body>', `<script src="./${ahead}"></script>${styles}`);
  const ofViews = Object.keys(outputs).flatMap((path) => {
    const view = viewOf(outputs[path]?.entryPoint);
    if (view === undefined) return [];
    const links = filesOf(path, outputs).map((file) => `<link rel="modulepreload" crossorigin href="${file}">`);
    const late = `<link rel="stylesheet" href="./${lateStyles}">`;
    return { path: `${view}.html`, html: before(before(base, '</head>', links.join('')), '</body>', late) };
  });
  if (ofViews.length === 0) throw new Error('no view has files of its own: have the folders of the pages moved?');
  return [{ path: 'index.html', html: base }, ...ofViews];
}

/** The name of the view whose component is in a file such as `src/web/pages/set-aside/SetAside.tsx`. */
function viewOf(entryPoint: string | undefined): string | undefined {
  const [, folder, component] = /\/pages\/([\w-]+)\/(\w+)\.tsx$/.exec(entryPoint ?? '') ?? [];
  return component?.toLowerCase() === folder?.replaceAll('-', '') ? folder : undefined;
}

/** A file of a view, and those that it imports, without the main script, which the HTML loads anyway. */
function filesOf(path: string, outputs: Readonly<Record<string, Output>>): readonly string[] {
  const files = new Set([path]);
  for (const file of files) {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      const isMain = outputs[imported]?.entryPoint?.endsWith('.html') === true;
      if (kind === 'import-statement' && !isMain) files.add(imported);
    }
  }
  return Array.from(files);
}

function before(html: string, mark: string, addition: string): string {
  if (!html.includes(mark)) throw new Error(`the bundled page has no ${mark}`);
  return html.replace(mark, `${addition}${mark}`);
}
