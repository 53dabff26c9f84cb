import type { SuggestionPage } from './agora.ts'
import type { PolicyLine } from './policies.ts'
import type { PublicAddress } from './screens.ts'

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
}
