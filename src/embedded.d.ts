// Files that the bundler puts into the executable: a migration as its text, the page's script as a path that Bun.file opens.
declare module '*.sql' {
  const text: string;
  export default text;
}

declare module 'documentation-page-script' {
  const path: string;
  export default path;
}

// Constants that the build puts in the place of these names; without it they are not there at all.
declare const DUEBOOK_BUILD_COMMIT: string | null | undefined;
declare const DUEBOOK_BUILD_DATE: string | null | undefined;
