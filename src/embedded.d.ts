// Files that the bundler puts into the executable: the page's script as the path of a file.
declare module 'documentation-page-script' {
  const path: string;
  export default path;
}

// The files of the dashboard, which scripts/buildPage.ts lists.
declare module 'dashboard-files' {
  const files: readonly {
    readonly path: string;
    readonly type: string;
    readonly hash: string;
    readonly gzip: string;
  }[];
  export default files;
}

// Constants that the build puts in the place of these names; without it they are not there at all.
declare const DUEBOOK_BUILD_COMMIT: string | null | undefined;
declare const DUEBOOK_BUILD_DATE: string | null | undefined;
