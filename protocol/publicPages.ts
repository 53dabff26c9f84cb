import type { SuggestionPage } from './agora.ts'
import type { PolicyLine } from './policies.ts'
import type { PublicAddress } from './screens.ts'
import type { Language } from './text/languages.ts'

/** The responses from which the server renders a public page, as the client would receive them. */
export interface PageReplies {
  suggestions?: SuggestionPage
  policy?: PolicyLine[]
}

/** The markup of a screen inside the shell, and the data with which the client hydrates it without a request. */
export interface RenderedPage {
  html: string
  data: PrerenderedData
}

export interface PrerenderedData {
  /** The time that the page shows, in milliseconds since 1970. */
  now: number
  /** Keys and data for the query cache. */
  queries: [key: readonly unknown[], data: unknown][]
}

/** Renders the screens of the client on the server (decision 0050). */
export interface PageRenderer {
  /** The part of the query that selects the content, such as `?hub=2`; null if this content is left to the client. */
  selectionOf(address: PublicAddress, query: string): string | null
  render(address: PublicAddress, selection: string, replies: PageReplies): Promise<RenderedPage>
  /** The body of a page without scripts. */
  renderForVisitors(page: VisitorPage, language: Language, runLimited: RunLimited): Promise<string>
  /** All rules that such a page may need. */
  pageStyles: string
}

/** A note with a public link. */
export interface PublishedNote {
  linkId: string
  title: string
  text: string
  /** The name of the author. */
  author: string
  /** ISO 8601, UTC. */
  lastUpdate: string
  /** Of a series one part is on a page, so that a page is as fast as that of a note. From 1. */
  part?: { place: number; count: number }
}

/** The pages at the address of a public link. All links that do not work have the same one. `place`: of the part, from 1. */
export type VisitorPage =
  | { kind: 'note'; note: PublishedNote }
  | { kind: 'report'; linkId: string; place: number; title: string; words: string; isInvalid: boolean }
  | { kind: 'reported'; linkId: string; place: number }
  | { kind: 'missing' }
  | { kind: 'busy' }

/** Runs synchronous work; null if it throws or takes longer. */
export type RunLimited = <Result>(work: () => Result, ms: number) => Result | null
