declare module 'commonmark-spec' {
  /** The examples of the CommonMark specification, in which `→` is a tab. */
  export const tests: readonly { number: number; section: string; markdown: string; html: string }[]
}

declare module 'jsdom' {
  export class JSDOM {
    constructor(markup: string)
    readonly window: { document: Document; DOMParser: typeof DOMParser }
  }
}
