declare module '@joplin/turndown-plugin-gfm' {
  import type { Plugin } from 'turndown'

  /** Tables, tasks, strikethrough and highlighted code. */
  export const gfm: Plugin
}
